import assert from "node:assert/strict";
import { globSync, readFileSync } from "node:fs";
import path from "node:path";
import { test } from "node:test";
import * as l10n from "@vscode/l10n";
import { bundleFile, extractedBundle, importLine } from "../../l10n/extract.ts";
import { locales, messagesIn } from "./inLanguage.ts";

const root = path.resolve(import.meta.dirname, "../..");
const sources = globSync("src/**/*.ts", { cwd: root }).map((file) => ({
  file: file.split(path.sep).join("/"),
  text: readFileSync(path.join(root, file), "utf8"),
}));
const where = (pattern: RegExp) => sources.filter(({ text }) => pattern.test(text)).map(({ file }) => file);

test("the bundle has every message of the source and no other: npm run l10n", async () => {
  const written = readFileSync(bundleFile, "utf8");
  assert.ok(Object.keys(JSON.parse(written)).length > 500);
  assert.deepEqual(JSON.parse(written), JSON.parse(await extractedBundle()));
});

test("every message can be extracted: the import has one spelling, and each message is a literal", () => {
  const importing = sources.filter(({ text }) => text.includes('@vscode/l10n"'));
  assert.deepEqual(
    importing.filter(({ text }) => !text.includes(importLine)).map(({ file }) => file),
    [],
  );
  assert.deepEqual(where(/import \{[^}]*\bl10n\b[^}]*\} from "vscode"/), []);
  assert.deepEqual(where(/\bl10n\.t\((?!\s*["'])|\bl10n\.t(?!\()/), []);
});

test("no message is created before the display language is known", () => {
  assert.deepEqual(where(/^(?:export )?const \w+(?:: [^=]+)? = (?![^\n]*=>)[^;]*?(?<!=> )\bl10n\.t\(/m), []);
});

test("a message without a translation is shown in English, with its values", () => {
  assert.equal(l10n.t("{0} of {1}", "1", "2"), "1 of 2");
});

/** What a translation keeps, in any order: placeholders, icons, backticks, and the targets of links. */
const kept = (text: string) => (text.match(/\{\d+\}|\$\([\w~-]+\)|`|\]\([^)]*\)/g) ?? []).toSorted();

for (const [english, pattern] of [
  ["l10n/bundle.l10n.json", "l10n/bundle.l10n.*.json"],
  ["package.nls.json", "package.nls.*.json"],
] as const) {
  test(`${pattern} are in three languages, complete, with the placeholders, icons and links of ${english}`, () => {
    const sources = messagesIn(english);
    const files = globSync(pattern, { cwd: root }).toSorted();
    assert.deepEqual(
      files.map((file) => /\.([a-z-]+)\.json$/.exec(file)?.[1]),
      [...locales],
    );
    for (const file of files) {
      const translated = messagesIn(file);
      assert.deepEqual(Object.keys(translated), Object.keys(sources), `the keys of ${file}, in order`);
      for (const [key, source] of Object.entries(sources)) {
        const text = translated[key] ?? "";
        assert.ok(text.trim() !== "", `${file} has no text for: ${key}`);
        assert.deepEqual(kept(text), kept(source), `${file}: ${key}`);
      }
    }
  });
}

for (const locale of locales) {
  test(`in ${locale}, a text of the manifest and of the source has one translation`, () => {
    const [manifest, titles] = [messagesIn("package.nls.json"), messagesIn(`package.nls.${locale}.json`)];
    const messages = messagesIn(`l10n/bundle.l10n.${locale}.json`);
    const both = Object.entries(manifest).filter(([, text]) => text in messages);
    assert.ok(both.length > 10);
    for (const [key, text] of both) assert.equal(messages[text], titles[key], key);
  });
}
