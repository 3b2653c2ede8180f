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
    return !lasting.has(sameCode.get(this.code) ?? this.code);
  }
}

/** Codes with the same meaning as another: of the system, and of VS Code's file systems. */
const sameCode = new Map([
  ...["EPERM", "NoPermissions"].map((code) => [code, "EACCES"] as const),
  ...["ENOTDIR", "FileNotFound", "FileNotADirectory"].map((code) => [code, "ENOENT"] as const),
  ...["EEXIST", "ENOTEMPTY", "FileIsADirectory", "FileExists"].map((code) => [code, "EISDIR"] as const),
  ...["ENXIO", "ESTALE", "ETIMEDOUT", "Unavailable"].map((code) => [code, "EIO"] as const),
  ["ETXTBSY", "EBUSY"],
  ["EILSEQ", "EINVAL"],
  ["ENFILE", "EMFILE"],
]);

/** Errors of the name or the size, which do not go away. */
const lasting = new Set(["EISDIR", "ENOTFILE", "EINVAL", "ENAMETOOLONG", "ELOOP", "EFBIG", "TOO_LARGE"]);

/** The code of an error of Node or of VS Code's file systems; undefined for any other. */
export function errorCode(error: unknown): string | undefined {
  return error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : undefined;
}

/** Why a file could not be written, and what to do. `code` as in `FileFailure`; `name` without hidden characters. */
export function fileFailureText(code: string, name: string): string {
  const texts: Readonly<Partial<Record<string, string>>> = {
    ENOSPC: l10n.t("Could not write {0}: the disk is full. Free up space, or choose another location.", name),
    EDQUOT: l10n.t("Could not write {0}: the disk quota is exceeded. Choose another location.", name),
    EFBIG: l10n.t(
      "Could not write {0}: the file is too large for the file system. Choose another location, or export less.",
      name,
    ),
    EACCES: l10n.t("Could not write {0}: permission denied. Choose another folder, or change its permissions.", name),
    EROFS: l10n.t("Could not write {0}: the location is read-only. Choose another location.", name),
    ENOENT: l10n.t("Could not write {0}: the folder does not exist. Choose another folder.", name),
    EISDIR: l10n.t("Could not write {0}: a folder with this name exists. Choose another name.", name),
    ENOTFILE: l10n.t("{0} is not a regular file. Choose another name.", name),
    EBUSY: l10n.t(
      "Could not write {0}: it is in use by another program. Close it there, or choose another name.",
      name,
    ),
    HELD: l10n.t(
      "Could not replace {0}: it may be open in another program. Close it there, or choose another name.",
      name,
    ),
    EINVAL: l10n.t("Could not write {0}: the file name is not valid for this location. Choose another name.", name),
    ENAMETOOLONG: l10n.t("Could not write {0}: the file name is too long. Choose a shorter name.", name),
    ELOOP: l10n.t("Could not write {0}: the folder is a circular link. Choose another folder.", name),
    EMFILE: l10n.t("Could not write {0}: too many open files. Close some programs, then try again.", name),
    EIO: l10n.t("Could not write {0}: the file system is not responding. Try again, or choose another location.", name),
    TOO_LARGE: l10n.t(
      "Could not write {0}: it exceeds {1} MB, the limit for folders outside this machine. Choose a folder on this machine, or export less.",
      name,
      memoryLimit / 1_000_000,
    ),
  };
  return texts[sameCode.get(code) ?? code] ?? l10n.t("Could not write {0} ({1}). Choose another location.", name, code);
}
