import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { test } from "node:test";
import { inputsHash, resultsFile } from "../../conformance/results.ts";
import { freshFolder } from "../../editor/freshFolder.ts";

const files = {
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
  ["src/sampleService/server.ts", true],
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
