import * as l10n from "@vscode/l10n";

/** Bytes of a file that is kept in memory before it is written. */
export const memoryLimit = 64_000_000;

/**
 * A file that could not be written. `code` is the system's (ENOSPC, EACCES, …), that of VS Code's file systems
 * (NoPermissions, FileNotFound, …), or one of this extension: `ENOTFILE` for a device or a pipe, `HELD` for an existing file
 * that cannot be replaced, `REPLACED` for a part file that another program has replaced, `TOO_LARGE` for content above
 * `memoryLimit`.
 */
export class FileFailure extends Error {
  override readonly name = "FileFailure";
  readonly code: string;

  constructor(code: string, cause?: unknown) {
    super(`the file was not written: ${code}`, cause === undefined ? undefined : { cause });
    this.code = code;
  }

  /** Whether writing to the same path can succeed later, after the user has removed the obstacle. */
  get canPass(): boolean {
    return !lasting.has(this.code);
  }
}

/** Errors of the name or the size, which do not go away. */
const lasting = new Set(
  "EEXIST EFBIG EILSEQ EINVAL EISDIR ELOOP ENAMETOOLONG ENOTEMPTY ENOTFILE FileExists FileIsADirectory TOO_LARGE".split(
    " ",
  ),
);

/** The code of an error of Node or of VS Code's file systems; undefined for any other. */
export function errorCode(error: unknown): string | undefined {
  return error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : undefined;
}

/** Why a file could not be written, and what to do. `code` as in `FileFailure`; `name` without hidden characters. */
export function fileFailureText(code: string, name: string): string {
  switch (code) {
    case "EACCES":
    case "EPERM":
    case "EROFS":
    case "NoPermissions":
      return l10n.t("Could not write {0}: no permission, or the location is read-only. Choose another folder.", name);
    case "ENOSPC":
    case "EDQUOT":
      return l10n.t("Could not write {0}: no space is left. Free up space, or choose another location.", name);
    case "EBUSY":
    case "ETXTBSY":
    case "HELD":
      return l10n.t(
        "Could not write {0}: it is in use by another program. Close it there, or choose another name.",
        name,
      );
    case "TOO_LARGE":
      return l10n.t(
        "Could not write {0}: it exceeds {1} MB, the limit for folders outside this machine. Choose a folder on this machine, or export less.",
        name,
        memoryLimit / 1_000_000,
      );
    case "EISDIR":
    case "EEXIST":
    case "ENOTEMPTY":
    case "ENOTDIR":
    case "ENOENT":
    case "ENOTFILE":
    case "FileExists":
    case "FileIsADirectory":
    case "FileNotADirectory":
    case "FileNotFound":
      return l10n.t(
        "Could not write {0}: its folder does not exist, or it is not a file. Choose another location.",
        name,
      );
    default:
      return l10n.t("Could not write {0} ({1}). Choose another location.", name, code);
  }
}
