import assert from "node:assert/strict";
import { test } from "node:test";
import { parseProjectId } from "../../../../src/core/query/projectId.ts";

const projects: readonly [text: string, project: string | undefined][] = [
  ["team/app", "team/app"],
  ["  team/app \n", "team/app"],
  ["my team/my app", "my team/my app"],
  ["équipe/応用", "équipe/応用"],
  ["t/a", "t/a"],
  ["", undefined],
  ["team", undefined],
  ["/app", undefined],
  ["team/", undefined],
  ["team/app/run", undefined],
  ["team //app", undefined],
  ["team / app", undefined],
  ["team/\u202Eppa", undefined],
  ["team/a\u200Bpp", undefined],
];
for (const [text, project] of projects) {
  test(`${JSON.stringify(text)} is ${project === undefined ? "no project" : `project ${project}`}`, () =>
    assert.equal(parseProjectId(text), project));
}
