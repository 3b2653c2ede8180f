import assert from "node:assert/strict";
import { existsSync, globSync, readFileSync } from "node:fs";
import path from "node:path";
import { test } from "node:test";
import { formats } from "../../src/core/messages/formats.ts";
import { readResults, resultsSentence } from "../conformance/results.ts";
import { commandsPage } from "../docs/commandsPage.ts";
import { formatsPage } from "../docs/formatsPage.ts";
import { limitsPage } from "../docs/limitsPage.ts";
import { settingsPage } from "../docs/settingsPage.ts";

const root = path.resolve(import.meta.dirname, "../..");
const read = (file: string) => readFileSync(path.join(root, file), "utf8");

test("docs/commands.md is what `npm run docs` writes", () => {
  assert.equal(read("docs/commands.md"), commandsPage());
});

test("docs/limits.md is what `npm run docs` writes", () => {
  assert.equal(read("docs/limits.md"), limitsPage());
});

test("docs/settings.md is what `npm run docs` writes", () => {
  assert.equal(read("docs/settings.md"), settingsPage());
});

test("docs/message-formats.md is what `npm run docs` writes, with a name for each format", () => {
  assert.equal(read("docs/message-formats.md"), formatsPage());
  assert.equal(new Set(formats.map(({ name }) => name)).size, formats.length);
});

test("docs/guide.md has the figures of the last conformance run", () => {
  const found = /^Checked against .*/m.exec(read("docs/guide.md"))?.[0];
  assert.equal(found, resultsSentence(readResults(root)));
});

for (const file of globSync(["*.md", "docs/*.md"], { cwd: root })) {
  test(`${file} names only files that exist`, () => {
    const text = read(file);
    const folder = path.dirname(file);
    const links = [...text.matchAll(/\]\((?!https:|#)([^)#]+)[^)]*\)/g)].map(([, to = ""]) => path.join(folder, to));
    const named = [...text.matchAll(/`((?:src|test|docs|media|\.github)\/[^`\s*<]*)`/g)].map(([, name = ""]) => name);
    assert.deepEqual(
      [...links, ...named].filter((name) => !existsSync(path.join(root, name))),
      [],
    );
  });
}
