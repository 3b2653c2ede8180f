import { randomBytes } from "node:crypto";
import { type BigIntStats, unlinkSync } from "node:fs";
import { access, constants, type FileHandle, lstat, open, readdir, rename, stat, unlink } from "node:fs/promises";
import path from "node:path";
import { pipeline } from "node:stream/promises";
import { setTimeout as pause } from "node:timers/promises";
import { errorCode, FileFailure, memoryLimit } from "../../core/failures/fileFailure.ts";

/** Text is written as UTF-8. */
export type FilePieces = AsyncIterable<string | Uint8Array>;

/** The part file is named after the target, cut to this many characters, because file systems limit names. */
const longestStem = 50;
const permissions = 0o777;
/** Error codes of Windows while another program has a file open: briefly a virus scanner, for longer a spreadsheet. */
const held: readonly (string | undefined)[] = ["EPERM", "EACCES", "EBUSY"];
/** Between attempts to rename, in milliseconds; a second in all. */
const pauses = [20, 40, 80, 160, 300, 400];

/** Milliseconds after which a part file is abandoned: its process ended without removing it. */
const longestWrite = 24 * 60 * 60 * 1000;

/**
 * Writes a file completely or not at all: into a part file beside it, renamed at the end. Permissions are kept. A
 * link is replaced and never followed, because a repository may contain one to any file. Part files that another write
 * has abandoned in the folder are removed. The pieces are
 * requested no faster than they are written, and only after the part file is open. Resolves to the bytes
 * written. Rejects with a `FileFailure`, the error of the pieces or the signal's reason: then the file is unchanged,
 * and no part file is left.
 */
export async function writeDiskFile(file: string, pieces: FilePieces, signal: AbortSignal): Promise<number> {
  signal.throwIfAborted();
  const old = await attempt(() => oldFile(file));
  await removeAbandoned(path.dirname(file), longestWrite);
  const stem = [...path.basename(file)].slice(0, longestStem).join("");
  const part = path.join(path.dirname(file), `.${stem}.${randomBytes(6).toString("hex")}.part`);
  // "x": a link of that name is not followed. Permissions are never wider than those of the old file.
  const handle = await attempt(() => open(part, "wx", old?.mode ?? 0o666));
  const abort = () => removeNow(part);
  signal.addEventListener("abort", abort, { once: true });
  try {
    const { bytes, facts } = await writeAll(handle, pieces, old?.mode, signal);
    signal.throwIfAborted();
    await attempt(() => assertUnchanged(part, facts));
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

/**
 * Retries a step for a second if another program may hold its file. Rejects with the last error, or as `setTimeout` does
 * when the signal aborts.
 */
export async function patiently(step: () => Promise<void>, signal: AbortSignal): Promise<void> {
  for (const milliseconds of pauses) {
    try {
      return await step();
    } catch (error) {
      if (!held.includes(errorCode(error))) throw error;
    }
    await pause(milliseconds, undefined, { signal });
  }
  await step();
}

/** The whole content. Rejects with a `FileFailure` as soon as it is too large, without reading more. */
export async function collected(pieces: FilePieces, signal: AbortSignal, limit = memoryLimit): Promise<Uint8Array> {
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const piece of pieces) {
    signal.throwIfAborted();
    const part = typeof piece === "string" ? Buffer.from(piece) : piece;
    size += part.length;
    if (size > limit) throw new FileFailure("TOO_LARGE");
    parts.push(part);
  }
  signal.throwIfAborted();
  return Buffer.concat(parts, size);
}

async function takePlace(part: string, file: string, isReplaced: boolean, signal: AbortSignal): Promise<void> {
  try {
    await patiently(() => rename(part, file), signal);
  } catch (error) {
    // The folder is writable, so the old file itself cannot be replaced.
    throw isReplaced && held.includes(errorCode(error)) ? new FileFailure("HELD", error) : error;
  }
}

/**
 * Removes part files in a folder that are older than `age`, in milliseconds; no links, folders or other names. What cannot
 * be listed or removed stays: a write there reports why.
 */
export async function removeAbandoned(folder: string, age: number): Promise<void> {
  for (const name of await readdir(folder).catch(() => [])) {
    if (!/^\..+\.[0-9a-f]{12}\.part$/s.test(name)) continue;
    const part = path.join(folder, name);
    const facts = await lstat(part).catch(() => undefined);
    if (facts?.isFile() && Date.now() - facts.mtimeMs > age) await unlink(part).catch(() => undefined);
  }
}

/** Throws if the part file is no longer the one that was written. A file system without inodes reports 0. */
async function assertUnchanged(part: string, written: BigIntStats): Promise<void> {
  const now = await lstat(part, { bigint: true });
  const isSame = written.ino === 0n || (now.dev === written.dev && now.ino === written.ino);
  if (!(now.isFile() && isSame)) throw new FileFailure("REPLACED");
}

/** Synchronous, because a closing window does not wait. */
function removeNow(part: string): void {
  try {
    unlinkSync(part);
  } catch {
    // Retried after the file has been closed.
  }
}

/** Closes the file in any case. Resolves to the bytes written, and what identifies the file. */
async function writeAll(
  handle: FileHandle,
  pieces: FilePieces,
  mode: number | undefined,
  signal: AbortSignal,
): Promise<{ readonly bytes: number; readonly facts: BigIntStats }> {
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
    const facts = await handle.stat({ bigint: true });
    const stream = handle.createWriteStream({ flush: true, highWaterMark: 256 * 1024 });
    await pipeline(watched, stream, { signal });
    return { bytes: stream.bytesWritten, facts };
  } catch (error) {
    signal.throwIfAborted();
    throw failure === undefined ? fileFailure(error) : failure.error;
  } finally {
    await handle.close().catch(() => undefined);
  }
}

/**
 * Undefined if there is none. `mode` is undefined for a link: the permissions of its target do not apply. Throws if it
 * is a folder, a device or a pipe, or may not be written.
 */
async function oldFile(file: string): Promise<{ readonly mode: number | undefined } | undefined> {
  const facts = await lstat(file).catch((error: unknown) => {
    if (errorCode(error) === "ENOENT") return undefined;
    throw error;
  });
  if (facts === undefined) return undefined;
  if (facts.isSymbolicLink()) {
    // A link to a folder is rejected like the folder: POSIX would replace it with the file, and Windows would not.
    const target = await stat(file).catch(() => undefined);
    if (target?.isDirectory() === true) throw new FileFailure("EISDIR");
    return { mode: undefined };
  }
  if (facts.isDirectory()) throw new FileFailure("EISDIR");
  if (!facts.isFile()) throw new FileFailure("ENOTFILE");
  // Replacing a file needs no permission on the file itself.
  await access(file, constants.W_OK);
  return { mode: facts.mode & permissions };
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
