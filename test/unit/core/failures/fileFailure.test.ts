import assert from "node:assert/strict";
import { test } from "node:test";
import { FileFailure, fileFailureText, memoryLimit } from "../../../../src/core/failures/fileFailure.ts";

const canPass = [
  ..."ENOSPC EDQUOT EACCES EPERM NoPermissions EROFS ENOENT FileNotFound EBUSY HELD EMFILE EIO".split(" "),
  "Unavailable",
  "Unknown",
];
const cannot = "EFBIG EISDIR FileIsADirectory FileExists ENOTFILE EINVAL ENAMETOOLONG ELOOP TOO_LARGE".split(" ");

test("only errors that the user can resolve offer a retry at the same path", () => {
  for (const code of canPass) assert.equal(new FileFailure(code).canPass, true, code);
  for (const code of cannot) {
    assert.equal(new FileFailure(code).canPass, false, code);
    assert.doesNotMatch(fileFailureText(code, "a.csv"), /\b(?:free|close|try again|permissions)\b/i);
  }
});

test("a file above the limit names the limit", () => {
  assert.match(fileFailureText("TOO_LARGE", "a.csv"), new RegExp(`exceeds ${memoryLimit / 1e6} MB`));
});
