import path from "node:path";
import { l10n, type Uri, workspace } from "vscode";
import { plainText } from "../core/visibleText.ts";
import { type FilePieces, writeDiskFile } from "./diskFile.ts";
import { errorCode, FileFailure } from "./fileFailure.ts";
import { fileFailureText } from "./fileFailureText.ts";
import { collected } from "./memoryFile.ts";
import { UserError } from "./userError.ts";

export type SaveContent = FilePieces | string | Uint8Array;

/**
 * Writes a file that a person chose. On this machine it is streamed, and whole or not written at all: see
 * `writeDiskFile`. Other file systems take whole files only: their content is kept in memory, and refused beyond
 * `memoryLimit` before more of it is asked for. Resolves to the bytes written. Rejects with a `UserError` that says what
 * the file system lacks, with what the pieces threw, or with the signal's reason.
 */
export async function saveFile(target: Uri, content: SaveContent, signal: AbortSignal): Promise<number> {
  const pieces = typeof content === "string" || content instanceof Uint8Array ? single(content) : content;
  try {
    return await (target.scheme === "file"
      ? writeDiskFile(target.fsPath, pieces, signal)
      : writeWhole(target, pieces, signal));
  } catch (cause) {
    if (!(cause instanceof FileFailure)) throw cause;
    throw new UserError(fileFailureText(cause.code, plainText(shownName(target))), { cause });
  }
}

async function writeWhole(target: Uri, pieces: FilePieces, signal: AbortSignal): Promise<number> {
  signal.throwIfAborted();
  if (workspace.fs.isWritableFileSystem(target.scheme) === false) throw new FileFailure("EROFS");
  const bytes = await collected(pieces, signal);
  try {
    await workspace.fs.writeFile(target, bytes);
  } catch (error) {
    throw new FileFailure(errorCode(error) ?? "Unknown", error);
  }
  return bytes.length;
}

async function* single(content: string | Uint8Array): FilePieces {
  yield content;
}

function shownName(target: Uri): string {
  const name = path.posix.basename(target.path);
  return name === "" ? l10n.t("The file") : name;
}
