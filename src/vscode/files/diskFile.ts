import { randomBytes } from "node:crypto";
import { unlinkSync } from "node:fs";
import { access, constants, type FileHandle, lstat, open, stat, unlink } from "node:fs/promises";
import path from "node:path";
import { pipeline } from "node:stream/promises";
import { errorCode, FileFailure } from "../../core/failures/fileFailure.ts";
import { isHeld, patientRename } from "./patientRename.ts";

/** Text is written as UTF-8. */
export type FilePieces = AsyncIterable<string | Uint8Array>;

/** The part file is named after the target, cut to this many characters, because file systems limit names. */
const longestStem = 50;
const permissions = 0o777;

/**
 * Writes a file completely or not at all: into a part file beside it, renamed at the end. Permissions are kept. A
 * link is replaced and never followed, because a repository may contain one to any file. The pieces are
 * requested no faster than they are written, and only after the part file is open. Resolves to the bytes
 * written. Rejects with a `FileFailure`, the error of the pieces or the signal's reason: then the file is unchanged,
 * and no part file is left.
 */
export async function writeDiskFile(file: string, pieces: FilePieces, signal: AbortSignal): Promise<number> {
  signal.throwIfAborted();
  const old = await attempt(() => oldFile(file));
  const stem = [...path.basename(file)].slice(0, longestStem).join("");
  const part = path.join(path.dirname(file), `.${stem}.${randomBytes(6).toString("hex")}.part`);
  // "x": a link of that name is not followed. Permissions are never wider than those of the old file.
  const handle = await attempt(() => open(part, "wx", old?.mode ?? 0o666));
  const abort = () => removeNow(part);
  signal.addEventListener("abort", abort, { once: true });
  try {
    const bytes = await writeAll(handle, pieces, old?.mode, signal);
    signal.throwIfAborted();
    await attempt(() => takePlace(part, file, old !== undefined, signal));
    return bytes;
  } catch (error) {
    await unlink(part).catch(() => undefined);
    signal.throwIfAborted();
    throw error;
  } finally {
    signal.removeEventListener("abort", abort);
  }
}

/** The folder is writable, so the old file itself cannot be replaced. */
async function takePlace(part: string, file: string, isReplaced: boolean, signal: AbortSignal): Promise<void> {
  try {
    await patientRename(part, file, signal);
  } catch (error) {
    throw isReplaced && isHeld(error) ? new FileFailure("HELD", error) : error;
  }
}

/** Synchronous, because a closing window does not wait. */
function removeNow(part: string): void {
  try {
    unlinkSync(part);
  } catch {
    // Retried after the file has been closed.
  }
}

/** Closes the file in any case. */
async function writeAll(
  handle: FileHandle,
  pieces: FilePieces,
  mode: number | undefined,
  signal: AbortSignal,
): Promise<number> {
  let failure: { readonly error: unknown } | undefined;
  const watched = async function* () {
    try {
      yield* pieces;
    } catch (error) {
      failure = { error };
      throw error;
    }
  };
  try {
    // The process' umask may have reduced the permissions. Not every file system has permissions.
    if (mode !== undefined) await handle.chmod(mode).catch(() => undefined);
    const stream = handle.createWriteStream({ flush: true, highWaterMark: 256 * 1024 });
    await pipeline(watched, stream, { signal });
    return stream.bytesWritten;
  } catch (error) {
    signal.throwIfAborted();
    throw failure === undefined ? fileFailure(error) : failure.error;
  } finally {
    await handle.close().catch(() => undefined);
  }
}

interface OldFile {
  /** Undefined for a link: the permissions of its target do not apply. */
  readonly mode: number | undefined;
}

/** Undefined if there is none. Throws if it is a folder, a device or a pipe, or may not be written. */
async function oldFile(file: string): Promise<OldFile | undefined> {
  const facts = await lstat(file).catch((error: unknown) => {
    if (errorCode(error) === "ENOENT") return undefined;
    throw error;
  });
  if (facts === undefined) return undefined;
  const isLink = facts.isSymbolicLink();
  // A link to a folder is rejected like the folder: POSIX would replace it with the file, and Windows would not.
  const isFolder = isLink ? await leadsToFolder(file) : facts.isDirectory();
  if (isFolder) throw new FileFailure("EISDIR");
  if (isLink) return { mode: undefined };
  if (!facts.isFile()) throw new FileFailure("ENOTFILE");
  // Replacing a file needs no permission on the file itself.
  await access(file, constants.W_OK);
  return { mode: facts.mode & permissions };
}

/** False also for a broken link. */
async function leadsToFolder(link: string): Promise<boolean> {
  const target = await stat(link).catch(() => undefined);
  return target?.isDirectory() ?? false;
}

async function attempt<T>(step: () => Promise<T>): Promise<T> {
  try {
    return await step();
  } catch (error) {
    throw fileFailure(error);
  }
}

/** Other errors are unexpected and unchanged. */
function fileFailure(error: unknown): unknown {
  if (error instanceof FileFailure) return error;
  const code = errorCode(error);
  return code === undefined ? error : new FileFailure(code, error);
}
