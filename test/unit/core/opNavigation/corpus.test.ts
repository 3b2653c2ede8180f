import assert from "node:assert/strict";
import { test } from "node:test";
import { opDefinitions, opLanguage } from "../../../../src/core/opNavigation/opDefinition.ts";
import { projectFolder } from "../../../editor/paths.ts";
import { corpus, corpusFiles, corpusText, longSource } from "./sources.ts";

for (const file of corpusFiles) {
  test(`the ops of ${file} are found above their first line, and nothing in its strings and comments`, () => {
    const text = corpusText(projectFolder, file);
    const found = opDefinitions(text, opLanguage(file)).map(({ names: [op], start }) => {
      return [text.slice(0, start).split("\n").length, op];
    });
    assert.deepEqual(found, corpus[file]);
  });

  test(`the ops of 10,000 lines like ${file} are found in a moment`, (t) => {
    const { text, copies } = longSource(projectFolder, file, 10_000);
    const before = process.cpuUsage();
    const found = opDefinitions(text, opLanguage(file));
    const { user, system } = process.cpuUsage(before);
    t.diagnostic(`${found.length} ops, ${text.split("\n").length} lines, ${Math.round((user + system) / 1000)} ms`);
    assert.equal(found.length, copies * corpus[file].length);
    assert.ok(user + system < 1_000_000, `${user + system} µs`);
  });
}
