import type { FilePieces } from "./diskFile.ts";
import { FileFailure } from "./fileFailure.ts";

/** Bytes of a file that is kept in memory before it is written. */
export const memoryLimit = 64_000_000;

/** The whole content. Rejects with a `FileFailure` as soon as it is too large, without asking for more. */
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
