import fc from "fast-check";
import type { ProjectId } from "../../../../src/core/query/projectId.ts";

export const project: ProjectId = "my-team/my app";

/** IDs that a URL must preserve. */
export const oddIds: readonly string[] = [
  "plain-id_1",
  "a/b//c/",
  "with blanks and  two",
  "日本語 😀 é",
  "100%",
  "%2F%25",
  "a&b=c#d?e+f;g",
  "('quoted')!*",
  '"<>\\^`{|}[]',
  "..a",
  "...",
  "x".repeat(200),
  "é/".repeat(100),
  "line\nend\ttab",
];

/** IDs that browsers resolve as path segments. */
export const dottedIds: readonly string[] = [".", ".."];

/** Any text without lone surrogates. */
export const anyId = fc
  .oneof(
    fc.string({ unit: "grapheme", minLength: 1, maxLength: 200 }),
    fc.string({ unit: fc.constantFrom("/", "%", ".", "&", "=", "#", "?", " ", "+", "2", "F"), minLength: 1 }),
  )
  .filter((id) => id.isWellFormed());
