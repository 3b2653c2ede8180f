import assert from "node:assert/strict";
import { test } from "node:test";
import { fileFailureText } from "../../../../src/core/failures/fileFailure.ts";

const said = (code: string) => fileFailureText(code, "a.csv");

type Case = readonly [name: string, said: unknown, expected: unknown];

const fileCases: readonly Case[] = [
  [
    "a full disk",
    said("ENOSPC"),
    "Could not write a.csv: the disk is full. Free up space, or choose another location.",
  ],
  ["an exceeded quota", said("EDQUOT"), "Could not write a.csv: the disk quota is exceeded. Choose another location."],
  [
    "a file too large for the file system",
    said("EFBIG"),
    "Could not write a.csv: the file is too large for the file system. Choose another location, or export less.",
  ],
  [
    "no permission",
    said("EACCES"),
    "Could not write a.csv: permission denied. Choose another folder, or change its permissions.",
  ],
  [
    "an operation not permitted",
    said("EPERM"),
    "Could not write a.csv: permission denied. Choose another folder, or change its permissions.",
  ],
  [
    "no permission in a VS Code file system",
    said("NoPermissions"),
    "Could not write a.csv: permission denied. Choose another folder, or change its permissions.",
  ],
  ["a read-only location", said("EROFS"), "Could not write a.csv: the location is read-only. Choose another location."],
  ["a missing folder", said("ENOENT"), "Could not write a.csv: the folder does not exist. Choose another folder."],
  [
    "a file instead of a folder",
    said("ENOTDIR"),
    "Could not write a.csv: the folder does not exist. Choose another folder.",
  ],
  [
    "a missing folder in a VS Code file system",
    said("FileNotFound"),
    "Could not write a.csv: the folder does not exist. Choose another folder.",
  ],
  [
    "a file instead of a folder in a VS Code file system",
    said("FileNotADirectory"),
    "Could not write a.csv: the folder does not exist. Choose another folder.",
  ],
  [
    "a folder instead of the file",
    said("EISDIR"),
    "Could not write a.csv: a folder with this name exists. Choose another name.",
  ],
  [
    "a folder that cannot be replaced",
    said("ENOTEMPTY"),
    "Could not write a.csv: a folder with this name exists. Choose another name.",
  ],
  ["an existing folder", said("EEXIST"), "Could not write a.csv: a folder with this name exists. Choose another name."],
  [
    "a folder in a VS Code file system",
    said("FileIsADirectory"),
    "Could not write a.csv: a folder with this name exists. Choose another name.",
  ],
  [
    "an existing folder in a VS Code file system",
    said("FileExists"),
    "Could not write a.csv: a folder with this name exists. Choose another name.",
  ],
  ["a device or a pipe", said("ENOTFILE"), "a.csv is not a regular file. Choose another name."],
  [
    "a file in use",
    said("EBUSY"),
    "Could not write a.csv: it is in use by another program. Close it there, or choose another name.",
  ],
  [
    "a running program",
    said("ETXTBSY"),
    "Could not write a.csv: it is in use by another program. Close it there, or choose another name.",
  ],
  [
    "a file that cannot be replaced",
    said("HELD"),
    "Could not replace a.csv: it may be open in another program. Close it there, or choose another name.",
  ],
  [
    "an invalid name",
    said("EINVAL"),
    "Could not write a.csv: the file name is not valid for this location. Choose another name.",
  ],
  [
    "a name with invalid characters",
    said("EILSEQ"),
    "Could not write a.csv: the file name is not valid for this location. Choose another name.",
  ],
  [
    "a name that is too long",
    said("ENAMETOOLONG"),
    "Could not write a.csv: the file name is too long. Choose a shorter name.",
  ],
  ["a circular link", said("ELOOP"), "Could not write a.csv: the folder is a circular link. Choose another folder."],
  [
    "too many open files",
    said("EMFILE"),
    "Could not write a.csv: too many open files. Close some programs, then try again.",
  ],
  [
    "too many open files in the system",
    said("ENFILE"),
    "Could not write a.csv: too many open files. Close some programs, then try again.",
  ],
  [
    "an I/O error",
    said("EIO"),
    "Could not write a.csv: the file system is not responding. Try again, or choose another location.",
  ],
  [
    "a missing device",
    said("ENXIO"),
    "Could not write a.csv: the file system is not responding. Try again, or choose another location.",
  ],
  [
    "a stale network file",
    said("ESTALE"),
    "Could not write a.csv: the file system is not responding. Try again, or choose another location.",
  ],
  [
    "a network timeout",
    said("ETIMEDOUT"),
    "Could not write a.csv: the file system is not responding. Try again, or choose another location.",
  ],
  [
    "an unavailable VS Code file system",
    said("Unavailable"),
    "Could not write a.csv: the file system is not responding. Try again, or choose another location.",
  ],
  [
    "a file above the memory limit",
    said("TOO_LARGE"),
    "Could not write a.csv: it exceeds 64 MB, the limit for folders outside this machine. Choose a folder on this machine, or export less.",
  ],
  ["another error code", said("EWHATEVER"), "Could not write a.csv (EWHATEVER). Choose another location."],
];

for (const [name, said, expected] of fileCases) {
  test(name, () => assert.deepEqual(said, expected));
}
