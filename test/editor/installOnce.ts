import { access, mkdir, readdir, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { holdLock } from "./lock.ts";
import { SetupError } from "./setupError.ts";

/** Something fetched once into a folder of its own. */
export type Installation = {
  /** Name of the folder, with the version in it. */
  name: string;
  /** What a person reads while it is fetched, such as "the editor (code-server 4.139.1), about a minute". */
  announcement: string;
  /** Fills an empty folder. */
  fill(folder: string, signal: AbortSignal): Promise<void>;
};

/**
 * The folder of a finished installation below `parent`; installs it first where it is missing.
 * It is filled under another name and renamed when whole, so that what was interrupted never counts;
 * the lock only spares a second run the same work.
 */
export async function installOnce(parent: string, installation: Installation, signal: AbortSignal): Promise<string> {
  const folder = join(parent, installation.name);
  if (await exists(folder)) return folder;
  try {
    await mkdir(parent, { recursive: true });
    const onWait = () => console.log(`Waiting for another run that installs ${installation.announcement}…`);
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
    return new SetupError(`${parent} cannot be written: make it writable and run the command again.`, {
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
