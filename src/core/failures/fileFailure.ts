/** Bytes of a file that is kept in memory before it is written. */
export const memoryLimit = 64_000_000;

/**
 * A file that could not be written. `code` is the system's (ENOSPC, EACCES, …), that of VS Code's file systems
 * (NoPermissions, FileNotFound, …), or one of this extension: `ENOTFILE` for a device or a pipe, `HELD` for an existing file
 * that cannot be replaced, `TOO_LARGE` for content above `memoryLimit`.
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
const lasting = new Set([
  "EISDIR",
  "EEXIST",
  "ENOTEMPTY",
  "FileIsADirectory",
  "FileExists",
  "ENOTFILE",
  "EINVAL",
  "EILSEQ",
  "ENAMETOOLONG",
  "ELOOP",
  "EFBIG",
  "TOO_LARGE",
]);

/** The code of an error of Node or of VS Code's file systems; undefined for any other. */
export function errorCode(error: unknown): string | undefined {
  return error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : undefined;
}
