import assert from "node:assert/strict";
import fc from "fast-check";
import type { CallConditions } from "../../src/core/counts/callCondition.ts";
import {
  type EditorLink,
  formatEditorLink,
  type LinkRefusal,
  readEditorLink,
} from "../../src/core/links/editorLink.ts";
import { threadKey } from "../../src/core/query/conversationKey.ts";
import { parseProjectId } from "../../src/core/query/projectId.ts";
import { mutatedText, plain, textOf } from "./anyText.ts";
import { untrustedName as name, project } from "./linkNames.ts";
import { target } from "./target.ts";

const conditions: fc.Arbitrary<CallConditions> = plain({
  conditions: fc.array(
    fc.oneof(
      plain({
        kind: fc.constant("list" as const),
        field: fc.constantFrom("opNames" as const, "threadIds" as const),
        values: fc.array(name, { minLength: 1, maxLength: 3 }),
      }),
      plain({ kind: fc.constant("rootsOnly" as const) }),
    ),
    { maxLength: 3 },
  ),
  limit: fc.option(fc.integer({ min: 1 })),
  includeStorageSize: fc.boolean(),
  expandColumns: fc.array(name, { maxLength: 2 }),
});
const turnId = fc.option(name);
const editorLinks = fc.oneof<fc.Arbitrary<EditorLink>[]>(
  plain({ kind: fc.constant("thread" as const), project, conversation: name.map(threadKey), turnId }),
  plain({ kind: fc.constant("count" as const), project, conditions }),
);
const start = "vscode://weave-threads.weave-threads";

/** As VS Code hands it over: decoded once. */
function arrived(link: EditorLink): EditorLink | LinkRefusal | null {
  const address = formatEditorLink(start, link);
  if (address === null) return null;
  const url = new URL(address);
  assert.equal(url.host, "weave-threads.weave-threads");
  return readEditorLink(url.pathname, decodeURIComponent(url.search.slice(1)));
}

export const editorLinkTarget = target<EditorLink>("VS Code links", {
  share: 3,
  inputs: editorLinks,
  outcome: arrived,
  holds: (link) => {
    const read = arrived(link);
    if (read !== null) assert.deepEqual(read, link);
  },
  found: [],
});

const fragments = "project= id= turn= conditions= a/b & %26 % = {} key= url=https://evil.example";
export const queryFragments = fragments.split(" ");
const queries = fc.oneof(
  textOf(queryFragments),
  mutatedText(
    editorLinks.map((link) => decodeURIComponent(formatEditorLink(start, link)?.split("?")[1] ?? "")),
    fc.constantFrom("&", "%", "key=x", "\u202e", "", "id="),
  ),
);

export const editorQueryTarget = target<string>("queries of VS Code links", {
  share: 3,
  inputs: queries,
  outcome: (query) => readEditorLink("/thread", query),
  holds: (query) => {
    for (const path of ["/thread", "/count"]) {
      const read = readEditorLink(path, query);
      if (!("project" in read)) continue;
      assert.equal(parseProjectId(read.project), read.project);
      const again = arrived(read);
      if (again !== null) assert.deepEqual(again, read);
    }
  },
  found: [],
});
