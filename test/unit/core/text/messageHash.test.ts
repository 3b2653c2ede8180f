import assert from "node:assert/strict";
import { test } from "node:test";
import { byMessage, messageHash } from "../../../../src/core/text/messageHash.ts";

test("a hash is FNV-1a in base 36, and stands for its message", () => {
  // http://www.isthe.com/chongo/src/fnv/test_fnv.c
  assert.deepEqual(
    ["", "a", "foobar"].map((text) => Number.parseInt(messageHash(text), 36)),
    [0x811c9dc5, 0xe40c292c, 0xbf9cf968].map((hash) => hash >>> 6),
  );
  const known = byMessage({ [messageHash("Load more")]: "Mehr laden" });
  assert.deepEqual([known["Load more"], known.Load, known.constructor], ["Mehr laden", undefined, undefined]);
});
