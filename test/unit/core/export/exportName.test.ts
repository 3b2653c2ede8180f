import assert from "node:assert/strict";
import { test } from "node:test";
import { exportName } from "../../../../src/core/export/exportFormat.ts";

const day = new Date(2026, 0, 5, 23, 59);
const cases = [
  ["northwind/support-assistant", "threads-northwind-support-assistant-2026-01-05"],
  ["Zürich AG/会話_v1.2", "threads-Zürich-AG-会話_v1.2-2026-01-05"],
  ['a<b>:"c"/d\\e|f?g*h', "threads-a-b-c-d-e-f-g-h-2026-01-05"],
  ["../..", "threads-2026-01-05"],
  ["a\u0000\u202e/b\n", "threads-a-b-2026-01-05"],
  [`e/${"😀x".repeat(300)}`, `threads-e${"-x".repeat(24)}-2026-01-05`],
] as const;

for (const [project, name] of cases) {
  test(`an export of ${JSON.stringify(project.slice(0, 30))} has a name that is valid in every file system`, () => {
    assert.equal(exportName("threads", project, day), name);
  });
}
