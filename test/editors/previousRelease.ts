import { execFile } from "node:child_process";
import { readFile, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { projectFolder } from "../editor/paths.ts";
import { SetupError } from "../editor/setupError.ts";

const run = promisify(execFile);

const tag = "v0.1.1";
/** The last commit of the release, for clones without tags. */
const commit = "902217064ab8c9494951ff6a3994b7a6d783ca7f";

/** Lower than this checkout's, which is raised only at its release: so an editor takes the checkout for an update. */
const version = "0.1.0";

/** Builds and packs the previous release in an empty folder, with the packages of this checkout. */
export async function packedPreviousRelease(folder: string): Promise<string> {
  const archive = join(folder, "sources.tar");
  const git = (...args: readonly string[]) => run("git", args, { cwd: projectFolder });
  const release = await git("rev-parse", "--verify", "--quiet", `${tag}^{commit}`).then(
    () => tag,
    () => commit,
  );
  try {
    await git("archive", `--output=${archive}`, release);
  } catch (cause) {
    throw new SetupError(`The clone does not have ${release}: run \`git fetch --unshallow --tags\` first.`, { cause });
  }
  await run("tar", ["--extract", `--file=${archive}`, `--directory=${folder}`]);
  await symlink(join(projectFolder, "node_modules"), join(folder, "node_modules"));
  const manifest = join(folder, "package.json");
  await writeFile(manifest, (await readFile(manifest, "utf8")).replace(/(?<="version": ")[^"]+/, version));
  await run("npm", ["run", "--silent", "package"], { cwd: folder });
  return join(folder, "dist", "weave-threads.vsix");
}
