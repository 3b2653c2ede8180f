import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { cp, readFile, symlink } from "node:fs/promises";
import { join, relative } from "node:path";
import { test } from "node:test";
import { promisify } from "node:util";
import { contentOf, zipEntries } from "../../../release/zip.ts";
import { freshFolder } from "../../editor/freshFolder.ts";
import { projectFolder } from "../../editor/paths.ts";
import { measured } from "./measuredPage.ts";

const leftOut = ["node_modules", ".vscode-test", ".git", "dist", "test"];

const packing = [join("release", "package.ts")];
/** As a release does that names a repository. */
const packingForStore = [
  "--input-type=module",
  "--eval",
  `import { pack } from "./release/package.ts";
  import { storeUrls } from "./release/storeUrls.ts";
  await pack("dist/weave-threads.vsix", { urls: storeUrls("https://github.com/acme/desk", "v1.2.0") });`,
];

/** Packs a copy of the project in a time zone. Resolves to the bytes of the VSIX. */
async function packed(folder: string, TZ: string, program: readonly string[]): Promise<Buffer> {
  const filter = (source: string) => !leftOut.includes(relative(projectFolder, source));
  await cp(projectFolder, folder, { recursive: true, filter });
  await symlink(join(projectFolder, "node_modules"), join(folder, "node_modules"), "junction");
  await promisify(execFile)(process.execPath, program, { cwd: folder, env: { ...process.env, TZ } });
  return await readFile(join(folder, "dist", "weave-threads.vsix"));
}

function fileIn(vsix: Buffer, name: string): string {
  const entry = zipEntries(vsix).find((one) => one.name === `extension/${name}`) ?? assert.fail(name);
  return contentOf(entry).toString();
}

// The first one compresses everything if nothing has been packed before.
const timeout = 180_000;

test("the package has the same bytes in two folders and time zones, and a page without pictures", {
  timeout,
}, async () => {
  await using one = await freshFolder("package");
  await using other = await freshFolder("package");
  const first = await packed(one.path, "UTC", packing);
  const second = await packed(other.path, "Asia/Tokyo", packing);
  assert.ok(first.length > 100_000);
  assert.ok(first.equals(second));
  const { words, pictures, links } = measured(fileIn(first, "readme.md"));
  assert.ok(words >= 500 && words <= 900, `${words} words`);
  assert.deepEqual([pictures, links], [0, 0]);
});

test("the page of a package for a store has six pictures, which are at the repository's tag", { timeout }, async () => {
  await using folder = await freshFolder("package");
  const page = fileIn(await packed(folder.path, "UTC", packingForStore), "readme.md");
  const { words, pictures } = measured(page);
  assert.ok(words >= 500 && words <= 900, `${words} words`);
  assert.equal(pictures, 6);
  const targets = [...page.matchAll(/(!?)\[[^\]]*\]\(([^)]*)\)/g)];
  assert.ok(targets.length > 12);
  for (const [, mark, target = ""] of targets) {
    const base = `https://github.com/acme/desk/${mark === "!" ? "raw" : "blob"}/v1.2.0/`;
    assert.ok(target.startsWith(base), target);
  }
});
