import assert from "node:assert/strict";
import { test } from "node:test";
import { FileFailure, fileFailureText, memoryLimit } from "../../../../src/core/failures/fileFailure.ts";

const canPass = "ENOSPC EDQUOT EACCES EPERM NoPermissions EROFS ENOENT FileNotFound EBUSY HELD EMFILE EIO Unknown";
const cannot = "EFBIG EISDIR FileIsADirectory FileExists ENOTFILE EINVAL ENAMETOOLONG ELOOP TOO_LARGE";

test("only errors that the user can resolve offer a retry at the same path", () => {
  for (const code of canPass.split(" ")) assert.equal(new FileFailure(code).canPass, true, code);
  for (const code of cannot.split(" ")) {
    assert.equal(new FileFailure(code).canPass, false, code);
    assert.doesNotMatch(fileFailureText(code, "a.csv"), /\b(?:free|close|try again|permissions)\b/i);
  }
});

/** Codes of the system and of VS Code's file systems, by what a.csv is not written for. */
const texts: readonly (readonly [codes: string, text: string])[] = [
  [
    "EACCES EPERM EROFS NoPermissions",
    "Could not write a.csv: no permission, or the location is read-only. Choose another folder.",
  ],
  ["ENOSPC EDQUOT", "Could not write a.csv: no space is left. Free up space, or choose another location."],
  [
    "EBUSY ETXTBSY HELD",
    "Could not write a.csv: it is in use by another program. Close it there, or choose another name.",
  ],
  [
    "TOO_LARGE",
    `Could not write a.csv: it exceeds ${memoryLimit / 1e6} MB, the limit for folders outside this machine. Choose a folder on this machine, or export less.`,
  ],
  [
    "ENOENT ENOTDIR FileNotFound FileNotADirectory EISDIR EEXIST ENOTEMPTY FileExists FileIsADirectory ENOTFILE",
    "Could not write a.csv: its folder does not exist, or it is not a file. Choose another location.",
  ],
  ["ENAMETOOLONG", "Could not write a.csv (ENAMETOOLONG). Choose another location."],
];
for (const [codes, text] of texts) {
  for (const code of codes.split(" "))
    test(`${code} of a file`, () => assert.equal(fileFailureText(code, "a.csv"), text));
}
