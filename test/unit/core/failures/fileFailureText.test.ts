import assert from "node:assert/strict";
import { test } from "node:test";
import { fileFailureText } from "../../../../src/core/failures/fileFailureText.ts";

const said = (code: string) => fileFailureText(code, "a.csv");

type Case = readonly [name: string, said: unknown, expected: unknown];

const fileCases: readonly Case[] = [
  ["a full disk", said("ENOSPC"), "The disk is full: a.csv was not written. Free some space, or choose another place."],
  [
    "a quota that is used up",
    said("EDQUOT"),
    "Your share of the disk is used up: a.csv was not written. Choose another place.",
  ],
  [
    "a file that is larger than the system allows",
    said("EFBIG"),
    "a.csv would be larger than the system allows. Choose another place, or export less.",
  ],
  ["no permission", said("EACCES"), "You may not write a.csv there. Choose another folder, or change its permissions."],
  [
    "an operation that is not permitted",
    said("EPERM"),
    "You may not write a.csv there. Choose another folder, or change its permissions.",
  ],
  [
    "no permission in a file system of the editor",
    said("NoPermissions"),
    "You may not write a.csv there. Choose another folder, or change its permissions.",
  ],
  ["a read-only place", said("EROFS"), "The place for a.csv is read-only. Choose another one."],
  ["a folder that is gone", said("ENOENT"), "The folder for a.csv is gone. Choose another one."],
  ["a folder that is a file", said("ENOTDIR"), "The folder for a.csv is gone. Choose another one."],
  [
    "a folder that is gone in a file system of the editor",
    said("FileNotFound"),
    "The folder for a.csv is gone. Choose another one.",
  ],
  [
    "a parent that is a file in a file system of the editor",
    said("FileNotADirectory"),
    "The folder for a.csv is gone. Choose another one.",
  ],
  ["a folder in the place of the file", said("EISDIR"), "a.csv is a folder. Choose another name."],
  ["a folder that cannot be replaced", said("ENOTEMPTY"), "a.csv is a folder. Choose another name."],
  ["something in the place of the file", said("EEXIST"), "a.csv is a folder. Choose another name."],
  ["a folder in a file system of the editor", said("FileIsADirectory"), "a.csv is a folder. Choose another name."],
  [
    "something in the place in a file system of the editor",
    said("FileExists"),
    "a.csv is a folder. Choose another name.",
  ],
  ["a device or a pipe", said("ENOTFILE"), "a.csv is a device or a pipe and no file. Choose another name."],
  ["a file in use", said("EBUSY"), "a.csv is in use by another program. Close it there, or choose another name."],
  [
    "a program that is running",
    said("ETXTBSY"),
    "a.csv is in use by another program. Close it there, or choose another name.",
  ],
  [
    "a file that is held",
    said("HELD"),
    "a.csv could not be replaced: it may be open in another program. Close it there, or choose another name.",
  ],
  [
    "a name that the system does not take",
    said("EINVAL"),
    "The place does not take a file named a.csv. Choose another name.",
  ],
  [
    "a name in other characters than the system takes",
    said("EILSEQ"),
    "The place does not take a file named a.csv. Choose another name.",
  ],
  ["a name that is too long", said("ENAMETOOLONG"), "The name of a.csv is too long. Choose a shorter one."],
  ["a circular link", said("ELOOP"), "The folder for a.csv is a circular link. Choose another one."],
  [
    "too many open files",
    said("EMFILE"),
    "Too many files are open: a.csv was not written. Close some programs and try again.",
  ],
  [
    "too many open files in the whole system",
    said("ENFILE"),
    "Too many files are open: a.csv was not written. Close some programs and try again.",
  ],
  [
    "a disk that fails",
    said("EIO"),
    "The disk or file system of a.csv does not answer. Try again, or choose another place.",
  ],
  [
    "a disk that is gone",
    said("ENXIO"),
    "The disk or file system of a.csv does not answer. Try again, or choose another place.",
  ],
  [
    "a network file that is gone",
    said("ESTALE"),
    "The disk or file system of a.csv does not answer. Try again, or choose another place.",
  ],
  [
    "a network that does not answer",
    said("ETIMEDOUT"),
    "The disk or file system of a.csv does not answer. Try again, or choose another place.",
  ],
  [
    "a file system of the editor that does not answer",
    said("Unavailable"),
    "The disk or file system of a.csv does not answer. Try again, or choose another place.",
  ],
  [
    "a file that is too large for memory",
    said("TOO_LARGE"),
    "a.csv would be larger than 64 MB, and that place takes whole files only. Choose a folder on this machine, or export less.",
  ],
  ["another failure", said("EWHATEVER"), "a.csv was not written (EWHATEVER). Choose another place."],
];

for (const [name, said, expected] of fileCases) {
  test(name, () => assert.deepEqual(said, expected));
}
