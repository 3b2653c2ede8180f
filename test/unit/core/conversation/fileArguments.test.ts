import assert from "node:assert/strict";
import { test } from "node:test";
import { fileArguments } from "../../../../src/core/conversation/fileArguments.ts";
import type { Json } from "../../../../src/core/text/json.ts";

const edit = { before: "a", after: "" };

const cases: readonly (readonly [given: Json, read: ReturnType<typeof fileArguments>])[] = [
  [{ file_path: "/shop/a.ts" }, { path: "/shop/a.ts", edit: null }],
  [
    { file_path: "/shop/a.ts", old_string: "a", new_string: "" },
    { path: "/shop/a.ts", edit },
  ],
  [
    { filePath: "a.ts", oldString: "a", newString: "" },
    { path: "a.ts", edit },
  ],
  [
    { command: "str_replace", path: "a.ts", old_str: "a", new_str: "" },
    { path: "a.ts", edit },
  ],
  [
    { file_path: "a.ts", old_string: "a" },
    { path: "a.ts", edit: null },
  ],
  [{ pattern: "total", path: "src" }, null],
  [{ file_path: "" }, null],
  [{ file_path: 3, path: "a.ts" }, null],
  [{ old_string: "a", new_string: "b" }, null],
  ["a.ts", null],
  [null, null],
];

for (const [given, read] of cases) {
  test(`the file of ${JSON.stringify(given)}`, () => assert.deepEqual(fileArguments(given), read));
}
