import { FileFailure, memoryLimit } from "../../core/failures/fileFailure.ts";
import type { FilePieces } from "./diskFile.ts";

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
