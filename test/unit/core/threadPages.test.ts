import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { noPages, withPageEnd, withThreads } from "../../../src/core/threadPages.ts";
import { thread } from "./threads.ts";

const batches = fc.array(fc.array(fc.string({ maxLength: 2 }).map(thread)));

test("however threads arrive, each is there once, in the order of its first arrival", () => {
  fc.assert(
    fc.property(batches, (arrived) => {
      const pages = arrived.reduce(withThreads, noPages);
      const ids = arrived.flat().map(({ id }) => id);
      assert.deepEqual(
        pages.threads.map(({ id }) => id),
        [...new Set(ids)],
      );
    }),
  );
});

test("the offset moves by the page's size whatever came, and an empty page ends the list", () => {
  fc.assert(
    fc.property(fc.nat(1000), fc.integer({ min: 1, max: 1000 }), (rows, size) => {
      const pages = withPageEnd(noPages, size, rows);
      assert.deepEqual([pages.nextOffset, pages.ended], rows === 0 ? [0, true] : [size, false]);
    }),
  );
});
