import { randomBytes } from "node:crypto";
import { unlinkSync } from "node:fs";
import { access, constants, type FileHandle, open, readlink, realpath, stat, unlink } from "node:fs/promises";
import path from "node:path";
import { pipeline } from "node:stream/promises";
import { errorCode, FileFailure } from "./fileFailure.ts";
import { isHeld, patientRename } from "./patientRename.ts";

/** Text is written as UTF-8. */
export type FilePieces = AsyncIterable<string | Uint8Array>;

/** The part file is named after the target, cut to this many characters: no file system takes a name of any length. */
const longestStem = 50;
/** As Linux has it. */
const mostLinks = 40;
const permissions = 0o777;

/**
 * Writes a file whole or not at all: into a part file beside it, which takes its place at the end. A link stays, and what
 * it leads to is replaced; permissions are kept. The pieces are asked for no faster than the disk takes them, and the
 * first one not before the part file stands. Resolves to the bytes written. Rejects with a `FileFailure`, with what the
 * pieces threw or with the signal's reason: then the file is as it was, and no part file is left.
 */
export async function writeDiskFile(file: string, pieces: FilePieces, signal: AbortSignal): Promise<number> {
  signal.throwIfAborted();
  const target = await attempt(() => linkTarget(file));
  const old = await attempt(() => oldFile(target));
  const stem = [...path.basename(target)].slice(0, longestStem).join("");
  const part = path.join(path.dirname(target), `.${stem}.${randomBytes(6).toString("hex")}.part`);
  // Never more open than the old file, not even while it is written.
  const handle = await attempt(() => open(part, "wx", old?.mode ?? 0o666));
  const abort = () => removeNow(part);
  signal.addEventListener("abort", abort, { once: true });
  try {
    const bytes = await writeAll(handle, pieces, old?.mode, signal);
    signal.throwIfAborted();
    await attempt(() => takePlace(part, target, old !== undefined, signal));
    return bytes;
  } catch (error) {
    await unlink(part).catch(() => undefined);
    signal.throwIfAborted();
    throw error;
  } finally {
    signal.removeEventListener("abort", abort);
  }
}

/** The folder has taken the part file, so that it is the old file which keeps its place. */
async function takePlace(part: string, target: string, isReplaced: boolean, signal: AbortSignal): Promise<void> {
  try {
    await patientRename(part, target, signal);
  } catch (error) {
    throw isReplaced && isHeld(error) ? new FileFailure("HELD", error) : error;
  }
}

/** At once: where a window closes, nothing that takes a moment comes about any more. */
function removeNow(part: string): void {
  try {
    unlinkSync(part);
  } catch {
    // It is tried again when the file has been closed.
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
    // The file was made with less where the process' mask takes some away. Not every file system has permissions.
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

/** Where a path leads in the end, there or not. */
async function linkTarget(file: string, links = 0): Promise<string> {
  try {
    return await realpath(file);
  } catch (error) {
    if (errorCode(error) !== "ENOENT" || links > mostLinks) throw error;
    const next = await readlink(file).catch(() => null);
    return next === null ? file : linkTarget(path.resolve(path.dirname(file), next), links + 1);
  }
}

/** Undefined where there is none. Throws for what is no file, or may not be written. */
async function oldFile(target: string): Promise<{ readonly mode: number } | undefined> {
  const facts = await stat(target).catch((error: unknown) => {
    if (errorCode(error) === "ENOENT") return undefined;
    throw error;
  });
  if (facts === undefined) return undefined;
  if (facts.isDirectory()) throw new FileFailure("EISDIR");
  if (!facts.isFile()) throw new FileFailure("ENOTFILE");
  // Taking its place asks for no permission on the file itself.
  await access(target, constants.W_OK);
  return { mode: facts.mode & permissions };
}

async function attempt<T>(step: () => Promise<T>): Promise<T> {
  try {
    return await step();
  } catch (error) {
    throw fileFailure(error);
  }
}

/** A bug stays what it is. */
function fileFailure(error: unknown): unknown {
  if (error instanceof FileFailure) return error;
  const code = errorCode(error);
  return code === undefined ? error : new FileFailure(code, error);
}
