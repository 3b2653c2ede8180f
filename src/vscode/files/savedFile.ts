import path from "node:path";
import * as l10n from "@vscode/l10n";
import { CancellationError, Uri, window, workspace } from "vscode";
import { exportLeavingText, fileNameText } from "../../core/export/exportNotices.ts";
import { UserError } from "../../core/failures/fault.ts";
import { errorCode, FileFailure, fileFailureText } from "../../core/failures/fileFailure.ts";
import { collected, type FilePieces, writeDiskFile } from "./diskFile.ts";
import { leavingLink } from "./folderLink.ts";

/** Where a file is saved; created by `askPlace`. */
export interface SavePlace {
  readonly target: Uri;
  /** The absolute path on this machine; undefined on other file systems. */
  readonly path: string | undefined;
}

/**
 * The location of a file to be saved. A link in a workspace may be the repository's choice: if it takes the file
 * out of the workspace folder, the user confirms the real folder first. Rejects with a `CancellationError` if they do not.
 */
export async function askPlace(target: Uri): Promise<SavePlace> {
  if (target.scheme !== "file") return { target, path: undefined };
  const file = path.resolve(target.fsPath);
  const opened = (workspace.workspaceFolders ?? []).flatMap(({ uri }) => (uri.scheme === "file" ? [uri.fsPath] : []));
  const leaving = await leavingLink(file, opened);
  if (leaving === undefined) return { target, path: file };
  const { link, realFolder } = leaving;
  const text = exportLeavingText(workspace.asRelativePath(Uri.file(link)), realFolder);
  const saveThere = l10n.t("Save");
  const chosen = await window.showWarningMessage(text, { modal: true }, saveThere);
  if (chosen !== saveThere) throw new CancellationError();
  // As confirmed, even if the link has changed since.
  return { target, path: path.join(realFolder, path.basename(file)) };
}

/**
 * Writes a file selected by the user. On this machine it is streamed, and written completely or not at all: see
 * `writeDiskFile`. Other file systems accept whole files only: their content is kept in memory, and rejected beyond
 * `memoryLimit` before more is requested. Resolves to the bytes written. Rejects with a `UserError` for file system
 * errors, the error of the pieces, or the signal's reason.
 */
export async function saveFile(place: SavePlace, pieces: FilePieces, signal: AbortSignal): Promise<number> {
  const { target } = place;
  try {
    return await (place.path === undefined
      ? writeWhole(target, pieces, signal)
      : writeDiskFile(place.path, pieces, signal));
  } catch (cause) {
    if (!(cause instanceof FileFailure)) throw cause;
    const name = fileNameText(path.posix.basename(target.path));
    throw new UserError(fileFailureText(cause.code, name), { cause });
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
