import assert from "node:assert/strict";
import { test } from "node:test";
import { FileFailure, memoryLimit } from "../../../../src/core/failures/fileFailure.ts";
import { collected, type FilePieces } from "../../../../src/vscode/files/diskFile.ts";

const never = new AbortController().signal;

test("pieces are concatenated, text as UTF-8", async () => {
  const pieces = async function* (): FilePieces {
    yield "ü\ud800";
    yield Buffer.from([0, 255]);
  };
  assert.deepEqual(await collected(pieces(), never), Buffer.from([0xc3, 0xbc, 0xef, 0xbf, 0xbd, 0, 255]));
});

test("content up to the limit is kept, and one more byte stops reading", async () => {
  let requested = 0;
  let left = false;
  const pieces = async function* (sizes: readonly number[]): FilePieces {
    try {
      for (const size of sizes) {
        requested++;
        yield "a".repeat(size);
      }
    } finally {
      left = true;
    }
  };
  assert.equal((await collected(pieces([5, 5]), never, 10)).length, 10);
  requested = 0;
  left = false;
  await assert.rejects(collected(pieces([5, 5, 1, 5]), never, 10), (error) => {
    assert.ok(error instanceof FileFailure);
    assert.equal(error.code, "TOO_LARGE");
    return true;
  });
  assert.deepEqual({ requested, left }, { requested: 3, left: true });
  assert.equal(memoryLimit, 64e6);
});

test("canceling between two pieces stops reading", async () => {
  const controller = new AbortController();
  let requested = 0;
  const pieces = async function* (): FilePieces {
    for (; requested < 10; requested++) {
      if (requested === 2) controller.abort(new Error("canceled"));
      yield "a";
    }
  };
  await assert.rejects(collected(pieces(), controller.signal), /canceled/);
  assert.equal(requested, 2);
});
