import * as l10n from "@vscode/l10n";
import { memoryLimit } from "./fileFailure.ts";

/** What is in the way of writing a file, and what to do; `code` as in `FileFailure`, `name` made visible. */
export function fileFailureText(code: string, name: string): string {
  switch (code) {
    case "ENOSPC":
      return l10n.t("The disk is full: {0} was not written. Free some space, or choose another place.", name);
    case "EDQUOT":
      return l10n.t("Your share of the disk is used up: {0} was not written. Choose another place.", name);
    case "EFBIG":
      return l10n.t("{0} would be larger than the system allows. Choose another place, or export less.", name);
    case "EACCES":
    case "EPERM":
    case "NoPermissions":
      return l10n.t("You may not write {0} there. Choose another folder, or change its permissions.", name);
    case "EROFS":
      return l10n.t("The place for {0} is read-only. Choose another one.", name);
    case "ENOENT":
    case "ENOTDIR":
    case "FileNotFound":
    case "FileNotADirectory":
      return l10n.t("The folder for {0} is gone. Choose another one.", name);
    case "EISDIR":
    case "EEXIST":
    case "ENOTEMPTY":
    case "FileIsADirectory":
    case "FileExists":
      return l10n.t("{0} is a folder. Choose another name.", name);
    case "ENOTFILE":
      return l10n.t("{0} is a device or a pipe and no file. Choose another name.", name);
    case "EBUSY":
    case "ETXTBSY":
      return l10n.t("{0} is in use by another program. Close it there, or choose another name.", name);
    case "HELD":
      return l10n.t(
        "{0} could not be replaced: it may be open in another program. Close it there, or choose another name.",
        name,
      );
    case "EINVAL":
    case "EILSEQ":
      return l10n.t("The place does not take a file named {0}. Choose another name.", name);
    case "ENAMETOOLONG":
      return l10n.t("The name of {0} is too long. Choose a shorter one.", name);
    case "ELOOP":
      return l10n.t("The folder for {0} is a circular link. Choose another one.", name);
    case "EMFILE":
    case "ENFILE":
      return l10n.t("Too many files are open: {0} was not written. Close some programs and try again.", name);
    case "EIO":
    case "ENXIO":
    case "ESTALE":
    case "ETIMEDOUT":
    case "Unavailable":
      return l10n.t("The disk or file system of {0} does not answer. Try again, or choose another place.", name);
    case "TOO_LARGE":
      return l10n.t(
        "{0} would be larger than {1} MB, and that place takes whole files only. Choose a folder on this machine, or export less.",
        name,
        memoryLimit / 1_000_000,
      );
    default:
      return l10n.t("{0} was not written ({1}). Choose another place.", name, code);
  }
}
