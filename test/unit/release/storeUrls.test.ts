import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { missingFiles, storeUrls } from "../../../release/storeUrls.ts";
import { freshFolder } from "../../editor/freshFolder.ts";

for (const [repository, content, images] of [
  [
    "https://github.com/acme/desk",
    "https://github.com/acme/desk/blob/v1.2.0",
    "https://github.com/acme/desk/raw/v1.2.0",
  ],
  [
    "https://github.com/acme/desk.git",
    "https://github.com/acme/desk/blob/v1.2.0",
    "https://github.com/acme/desk/raw/v1.2.0",
  ],
  [
    "https://gitlab.com/acme/tools/desk/",
    "https://gitlab.com/acme/tools/desk/-/blob/v1.2.0",
    "https://gitlab.com/acme/tools/desk/-/raw/v1.2.0",
  ],
] as const) {
  test(`the store finds files and pictures of ${repository} at the tag`, () => {
    assert.deepEqual(storeUrls(repository, "v1.2.0"), { content, images });
  });
}

for (const repository of ["http://github.com/acme/desk", "git@github.com:acme/desk", "https://example.com/desk", ""]) {
  test(`"${repository}" is refused, as the URLs of its files are unknown`, () => {
    assert.throws(() => storeUrls(repository, "v1.2.0"), /is not an https URL of a repository on github\.com/);
  });
}

test("a file that the tag lacks is found, although the folder has it", async () => {
  await using folder = await freshFolder("repository");
  const git = (...args: readonly string[]) => execFileSync("git", args, { cwd: folder.path });
  writeFileSync(join(folder.path, "one.webp"), "1");
  git("init", "--quiet");
  git("add", "one.webp");
  git("-c", "user.name=a", "-c", "user.email=a@b.example", "commit", "--quiet", "--message=One");
  git("tag", "v1.0.0");
  writeFileSync(join(folder.path, "two.webp"), "2");
  assert.deepEqual(missingFiles(folder.path, "v1.0.0", ["one.webp", "two.webp"]), ["two.webp"]);
});
