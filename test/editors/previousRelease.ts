import { execFile } from "node:child_process";
import { symlink } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { projectFolder } from "../editor/paths.ts";
import { SetupError } from "../editor/setupError.ts";

const run = promisify(execFile);

const tag = "v0.1.1";
/** The last commit of the release, for clones without tags. */
const commit = "902217064ab8c9494951ff6a3994b7a6d783ca7f";

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
  await run("npm", ["run", "--silent", "package"], { cwd: folder });
  return join(folder, "dist", "weave-threads.vsix");
}
