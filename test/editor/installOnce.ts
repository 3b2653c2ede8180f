import { access, mkdir, readdir, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { holdLock } from "./lock.ts";
import { SetupError } from "./setupError.ts";

/** A dependency that is downloaded once into its own folder. */
export type Installation = {
  /** The folder name, including the version. */
  name: string;
  /** The text shown during the download, such as "the editor (code-server 4.139.1), about a minute". */
  announcement: string;
  /** Fills an empty folder. */
  fill(folder: string, signal: AbortSignal): Promise<void>;
};

/**
 * Returns the installation's folder in `parent`, and installs it first if missing. The folder is filled under a
 * temporary name and renamed when complete, so interrupted installations are ignored. The lock only prevents duplicate
 * downloads.
 */
export async function installOnce(parent: string, installation: Installation, signal: AbortSignal): Promise<string> {
  const folder = join(parent, installation.name);
  if (await exists(folder)) return folder;
  try {
    await mkdir(parent, { recursive: true });
    const onWait = () => console.log(`Waiting for another process to install ${installation.announcement}…`);
    await using _lock = await holdLock(`${folder}.lock`, onWait, signal);
    if (!(await exists(folder))) {
      console.log(`Installing ${installation.announcement}…`);
      await fillAndRename(parent, folder, installation, signal);
    }
  } catch (error) {
    throw diskAdvice(error, parent) ?? error;
  }
  return folder;
}

async function fillAndRename(parent: string, folder: string, installation: Installation, signal: AbortSignal) {
  const unfinished = `${installation.name}.part`;
  for (const name of await readdir(parent)) {
    if (name.startsWith(unfinished)) await rm(join(parent, name), { recursive: true, force: true });
  }
  const part = join(parent, `${unfinished}-${process.pid}`);
  try {
    await mkdir(part);
    await installation.fill(part, signal);
    await rename(part, folder);
  } finally {
    await rm(part, { recursive: true, force: true });
  }
}

function diskAdvice(error: unknown, parent: string): SetupError | undefined {
  if (!(error instanceof Error && "code" in error)) return undefined;
  if (error.code === "ENOSPC") {
    return new SetupError(`The disk is full: free about 1.5 GB for ${parent} and run the command again.`, {
      cause: error,
    });
  }
  if (error.code === "EACCES" || error.code === "EROFS") {
    return new SetupError(`${parent} is not writable: change its permissions and run the command again.`, {
      cause: error,
    });
  }
  return undefined;
}

async function exists(path: string): Promise<boolean> {
  try {
    await access(path);
    return true;
  } catch {
    return false;
  }
}
