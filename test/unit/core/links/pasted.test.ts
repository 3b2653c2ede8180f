import assert from "node:assert/strict";
import { test } from "node:test";
import { pastedFrom, readPastedLink } from "../../../../src/core/links/pasted.ts";

const given = { base: "https://app.example", extension: "maker.threads" };
const call = "This link opens call c1 in project acme/desk.";

const cases: readonly [text: string, named: string | null][] = [
  ["0199aa00-0000-7000-8000-00000000abcd", "id"],
  ["0199AA0000007000800000000000ABCD", "id"],
  ["0199aa00-0000-7000-8000-00000000abc", null],
  ["0199aa00-0000-7000-8000-00000000abcd 1", null],
  ["weave:///acme/desk/call/c1", call],
  ["weave:///acme/desk/call/c1 failed", null],
  ["weave:///acme/desk", null],
  ["https://app.example/acme/desk/weave/calls/c1", call],
  ["https://other.example/acme/desk/weave/calls/c1", null],
  ["vscode://maker.threads/thread?project=acme%2Fdesk&id=a%2520b", "This link opens thread a b in project acme/desk."],
  ["cursor://Maker.Threads/count?project=acme%2Fdesk", ""],
  ["vscode://maker.other/thread?project=acme%2Fdesk&id=a", null],
  ["order-8841", null],
  ["", null],
];
for (const [text, named] of cases) {
  test(`what a pasted text names: ${text}`, () => {
    const pasted = readPastedLink(text, given);
    assert.equal(pasted?.kind === "link" ? pasted.lead : (pasted?.kind ?? null), named);
  });
}

test("without a web app, URLs name nothing", () =>
  assert.equal(readPastedLink("https://app.example/acme/desk/weave/calls/c1", { ...given, base: null }), null));

test("the clipboard is offered if it is wholly a link or an ID of at most 2,000 characters", () => {
  const read = (text: string) => readPastedLink(text, given);
  const link = (length: number) => `weave:///acme/desk/call/${"x".repeat(length)}`;
  assert.deepEqual(pastedFrom(` ${cases[0]?.[0]}\n`, read), { text: cases[0]?.[0], pasted: { kind: "id" } });
  assert.deepEqual(
    [link(1976), link(1977), "see weave:///acme/desk/call/c1"].map((text) => pastedFrom(text, read) !== null),
    [true, false, false],
  );
});
