import * as l10n from "@vscode/l10n";
import { memoryLimit } from "./fileFailure.ts";

/** Why a file could not be written, and what to do. `code` as in `FileFailure`; `name` without hidden characters. */
export function fileFailureText(code: string, name: string): string {
  switch (code) {
    case "ENOSPC":
      return l10n.t("Could not write {0}: the disk is full. Free up space, or choose another location.", name);
    case "EDQUOT":
      return l10n.t("Could not write {0}: the disk quota is exceeded. Choose another location.", name);
    case "EFBIG":
      return l10n.t(
        "Could not write {0}: the file is too large for the file system. Choose another location, or export less.",
        name,
      );
    case "EACCES":
    case "EPERM":
    case "NoPermissions":
      return l10n.t("Could not write {0}: permission denied. Choose another folder, or change its permissions.", name);
    case "EROFS":
      return l10n.t("Could not write {0}: the location is read-only. Choose another location.", name);
    case "ENOENT":
    case "ENOTDIR":
    case "FileNotFound":
    case "FileNotADirectory":
      return l10n.t("Could not write {0}: the folder does not exist. Choose another folder.", name);
    case "EISDIR":
    case "EEXIST":
    case "ENOTEMPTY":
    case "FileIsADirectory":
    case "FileExists":
      return l10n.t("Could not write {0}: a folder with this name exists. Choose another name.", name);
    case "ENOTFILE":
      return l10n.t("{0} is not a regular file. Choose another name.", name);
    case "EBUSY":
    case "ETXTBSY":
      return l10n.t(
        "Could not write {0}: it is in use by another program. Close it there, or choose another name.",
        name,
      );
    case "HELD":
      return l10n.t(
        "Could not replace {0}: it may be open in another program. Close it there, or choose another name.",
        name,
      );
    case "EINVAL":
    case "EILSEQ":
      return l10n.t("Could not write {0}: the file name is not valid for this location. Choose another name.", name);
    case "ENAMETOOLONG":
      return l10n.t("Could not write {0}: the file name is too long. Choose a shorter name.", name);
    case "ELOOP":
      return l10n.t("Could not write {0}: the folder is a circular link. Choose another folder.", name);
    case "EMFILE":
    case "ENFILE":
      return l10n.t("Could not write {0}: too many open files. Close some programs, then try again.", name);
    case "EIO":
    case "ENXIO":
    case "ESTALE":
    case "ETIMEDOUT":
    case "Unavailable":
      return l10n.t(
        "Could not write {0}: the file system is not responding. Try again, or choose another location.",
        name,
      );
    case "TOO_LARGE":
      return l10n.t(
        "Could not write {0}: it exceeds {1} MB, the limit for folders outside this machine. Choose a folder on this machine, or export less.",
        name,
        memoryLimit / 1_000_000,
      );
    default:
      return l10n.t("Could not write {0} ({1}). Choose another location.", name, code);
  }
}
