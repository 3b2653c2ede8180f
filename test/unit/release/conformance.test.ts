import assert from "node:assert/strict";
import { execFileSync, spawnSync } from "node:child_process";
import { mkdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { test } from "node:test";
import { cleanCommit, inputsHash, resultsFile } from "../../conformance/results.ts";
import { freshFolder } from "../../editor/freshFolder.ts";
import { projectFolder } from "../../editor/paths.ts";

const files = {
  "package.json": '{ "version": "0.1.1" }',
  "CHANGELOG.md": "# Changelog\n",
  "src/core/text.ts": "export {};\n",
  "src/core/reader.ts": 'import "./text.ts";\n',
  "src/core/unread.ts": "export {};\n",
  "src/service/client.ts": 'import {\n  read,\n} from "../core/reader.ts";\n',
};

/** A small checkout, with everything in the index. */
async function checkout(changes: Readonly<Record<string, string>> = {}) {
  const folder = await freshFolder("release");
  const write = async (file: string, text: string) => {
    await mkdir(dirname(join(folder.path, file)), { recursive: true });
    await writeFile(join(folder.path, file), text);
  };
  const git = (...args: readonly string[]) => execFileSync("git", args, { cwd: folder.path });
  for (const [file, text] of Object.entries({ ...files, ...changes })) await write(file, text);
  git("init", "--quiet");
  git("add", "--all");
  return { ...folder, write, git };
}

for (const [file, outdates] of [
  ["test/conformance/server.py", true],
  ["src/service/client.ts", true],
  ["src/localService/server.ts", true],
  ["src/core/reader.ts", true],
  ["src/core/text.ts", true],
  ["src/core/unread.ts", false],
  ["CHANGELOG.md", false],
  [resultsFile, false],
] as const) {
  test(`a change of ${file} ${outdates ? "outdates" : "keeps"} the conformance results`, async () => {
    await using before = await checkout();
    await using after = await checkout({ [file]: "Changed.\n" });
    assert.equal(inputsHash(before.path) !== inputsHash(after.path), outdates);
  });
}

test("line endings and untracked files keep the conformance results", async () => {
  await using before = await checkout();
  await using after = await checkout({ "src/core/reader.ts": 'import "./text.ts";\r\n' });
  await after.write("src/service/untracked.ts", "export {};\n");
  assert.equal(inputsHash(after.path), inputsHash(before.path));
});

const passed = { server: "1.0.0", commit: "", checks: 9, agreed: 8, listed: 1, unexpected: 0, gone: 0 };

for (const [title, results, text, output] of [
  ["current results is refused only for its changelog", {}, files["src/core/text.ts"], /no unreleased entries/],
  ["inputs that changed after the conformance run is refused", {}, "", /conformance: its inputs have changed/],
  ["an unexpected difference is refused", { unexpected: 1 }, files["src/core/text.ts"], /run failed/],
  ["a listed difference that is gone is refused", { gone: 1 }, files["src/core/text.ts"], /run failed/],
] as const) {
  test(`a release with ${title}`, async () => {
    await using made = await checkout();
    await made.write(resultsFile, JSON.stringify({ ...passed, inputs: inputsHash(made.path), ...results }));
    await made.write("src/core/text.ts", text);
    assert.equal(cleanCommit(made.path), null);
    made.git("add", "--all");
    const author = ["-c", "user.name=Test", "-c", "user.email=test@example.com"];
    made.git(...author, "commit", "--quiet", "--no-gpg-sign", "--message=Results");
    assert.match(cleanCommit(made.path) ?? "", /^[0-9a-f]{40}$/);
    const program = join(projectFolder, "release", "release.ts");
    const { stderr } = spawnSync(process.execPath, [program, "patch"], { cwd: made.path, encoding: "utf8" });
    assert.match(stderr, output);
  });
}
