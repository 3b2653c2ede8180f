import assert from "node:assert/strict";
import { globSync, readFileSync } from "node:fs";
import path from "node:path";
import { test } from "node:test";
import { transform } from "esbuild";
import { mutants } from "../mutants/mutants.ts";

const root = path.resolve(import.meta.dirname, "../..");
const textOf = (file: string) => readFileSync(path.join(root, file), "utf8");
const testFiles = globSync("test/{unit,page,host,ui}/**/*.test.ts", { cwd: root }).map((file) =>
  file.replaceAll(path.sep, "/"),
);

test("each folder of features and each room of vscode has at least two planted bugs", () => {
  const folders = globSync("src/{features,vscode}/*/", { cwd: root }).map((folder) => folder.replaceAll(path.sep, "/"));
  assert.ok(folders.length > 20);
  assert.ok(mutants.length >= 60);
  const few = folders.filter((folder) => mutants.filter(({ file }) => path.posix.dirname(file) === folder).length < 2);
  assert.deepEqual(few, [], "Add them to test/mutants.");
});

test("the text of each planted bug stands once in its file, and is replaced by another", () => {
  const astray = mutants.filter(
    ({ file, text, replacement }) => textOf(file).split(text).length !== 2 || text === replacement,
  );
  assert.deepEqual(astray, []);
});

test("each planted bug still compiles, so that a test has to catch it", async () => {
  const sources = mutants
    .filter(({ file }) => file.endsWith(".ts"))
    .map(({ file, text, replacement }) => textOf(file).replace(text, () => replacement));
  assert.ok(sources.length > 100);
  await Promise.all(sources.map((source) => transform(source, { loader: "ts" })));
});

test("each planted bug names one file of tests, or one test", () => {
  const texts = testFiles.map(textOf);
  const astray = mutants.filter(({ tests }) => {
    const named = tests.startsWith("test/")
      ? testFiles.filter((file) => file === `${tests}.test.ts`)
      : texts.flatMap((text) => text.split(`test("${tests}`).slice(1));
    return named.length !== 1;
  });
  assert.deepEqual(astray, []);
});
