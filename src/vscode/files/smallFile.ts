import { constants, type FileHandle, open } from "node:fs/promises";
import { buffer } from "node:stream/consumers";
import { errorCode } from "../../core/failures/fileFailure.ts";
import type { FileProblem } from "../../core/session/keySource.ts";

/** In bytes; far more than a hand-written file. */
export const smallFileLimit = 1024 * 1024;

export type SmallFile = { readonly kind: "text"; readonly text: string } | FileProblem;

/** Reads a small hand-written file as UTF-8. A drive that does not respond is abandoned when `signal` aborts. */
export async function readSmallFile(path: string, signal: AbortSignal): Promise<SmallFile> {
  signal.throwIfAborted();
  const { promise: aborted, reject } = Promise.withResolvers<never>();
  const abort = () => reject(signal.reason);
  signal.addEventListener("abort", abort, { once: true });
  try {
    return await Promise.race([read(path), aborted]);
  } finally {
    signal.removeEventListener("abort", abort);
  }
}

async function read(path: string): Promise<SmallFile> {
  let file: FileHandle | undefined;
  try {
    // Non-blocking, because opening a pipe without a writer would never end. Windows neither has nor needs the flag.
    file = await open(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
    const facts = await file.stat();
    if (!facts.isFile()) return { kind: "notAFile" };
    if (facts.size > smallFileLimit) return { kind: "tooLarge" };
    const bytes = await buffer(file.createReadStream({ end: smallFileLimit, autoClose: false }));
    if (bytes.length > smallFileLimit) return { kind: "tooLarge" };
    return { kind: "text", text: new TextDecoder().decode(bytes) };
  } catch (error) {
    const code = errorCode(error);
    if (code === undefined) throw error;
    if (code === "ENOENT" || code === "ENOTDIR") return { kind: "missing" };
    return code === "EISDIR" ? { kind: "notAFile" } : { kind: "unreadable", code };
  } finally {
    await file?.close();
  }
}
