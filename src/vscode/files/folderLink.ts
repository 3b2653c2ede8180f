import { realpath, stat } from "node:fs/promises";
import path from "node:path";

/** A link among the folders of a path, by which the path leaves a workspace folder. */
export interface FolderLink {
  /** The link's own absolute path. */
  readonly link: string;
  /** Where a file of that path is saved: an absolute path without links. */
  readonly realFolder: string;
}

/**
 * The link that takes `file`, an absolute path, out of the workspace folder that the path runs through, or undefined. Real
 * paths are compared, so a link that stays inside is none, nor is one above the workspace folder. Of nested workspace
 * folders the innermost counts, and one that leads into another workspace folder leaves its own. Undefined also if the
 * folder of `file` cannot be resolved: writing there reports why.
 */
export async function leavingLink(file: string, workspaceFolders: readonly string[]): Promise<FolderLink | undefined> {
  const realPath = (each: string) => realpath(each).catch(() => undefined);
  const realFolder = await realPath(path.dirname(file));
  if (realFolder === undefined) return undefined;
  const roots = (await Promise.all(workspaceFolders.map(realPath))).filter((root) => root !== undefined);
  const innermostFirst = roots.toSorted((one, other) => other.length - one.length);
  for (let link = path.dirname(file); link !== path.dirname(link); link = path.dirname(link)) {
    const holder = await realPath(path.dirname(link));
    const root = holder === undefined ? undefined : innermostFirst.find((each) => isInside(holder, each));
    if (root !== undefined && !isInside(realFolder, root)) return { link, realFolder };
  }
  return undefined;
}

/** Those of these folders that are, or are inside, a workspace folder, by their real paths if they exist here. */
export async function foldersInside(
  folders: readonly string[],
  workspaceFolders: readonly string[],
): Promise<readonly string[]> {
  const real = (each: string) => realpath(each).catch(() => each);
  const roots = await Promise.all(workspaceFolders.map(real));
  const found = await Promise.all(folders.map(async (folder) => ({ folder, at: await real(folder) })));
  return found.flatMap(({ folder, at }) =>
    path.isAbsolute(at) && roots.some((root) => isInside(at, root)) ? folder : [],
  );
}

/** Whether a folder exists on this machine. */
export async function isFolder(folder: string): Promise<boolean> {
  const found = await stat(folder).catch(() => null);
  return found?.isDirectory() ?? false;
}

/** True also for the folder itself. */
function isInside(file: string, folder: string): boolean {
  const way = path.relative(folder, file);
  return !path.isAbsolute(way) && way.split(path.sep)[0] !== "..";
}
