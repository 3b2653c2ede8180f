import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { cp, readFile, symlink } from "node:fs/promises";
import { join, relative } from "node:path";
import { test } from "node:test";
import { promisify } from "node:util";
import { freshFolder } from "../../editor/freshFolder.ts";
import { projectFolder } from "../../editor/paths.ts";

const leftOut = ["node_modules", ".vscode-test", ".git", "dist", "test"];

/** Packs a copy of the project in a time zone. Resolves to the bytes of the VSIX. */
async function packed(folder: string, TZ: string): Promise<Buffer> {
  const filter = (source: string) => !leftOut.includes(relative(projectFolder, source));
  await cp(projectFolder, folder, { recursive: true, filter });
  await symlink(join(projectFolder, "node_modules"), join(folder, "node_modules"), "junction");
  const program = join(folder, "release", "package.ts");
  await promisify(execFile)(process.execPath, [program], { cwd: folder, env: { ...process.env, TZ } });
  return await readFile(join(folder, "dist", "weave-threads.vsix"));
}

test("the package has the same bytes in two folders and two time zones", async () => {
  await using one = await freshFolder("package");
  await using other = await freshFolder("package");
  const [first, second] = await Promise.all([packed(one.path, "UTC"), packed(other.path, "Asia/Tokyo")]);
  assert.ok(first.length > 100_000);
  assert.ok(first.equals(second));
});
