import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { ThreadPages } from "../../../../src/core/conversations/threadPages.ts";
import { thread } from "./threads.ts";

const batches = fc.array(fc.array(fc.string({ maxLength: 2 }).map(thread)));

test("in any order of arrival, each thread is listed once, in order of its first arrival", () => {
  fc.assert(
    fc.property(batches, (arrived) => {
      const pages = new ThreadPages({});
      for (const batch of arrived) pages.add(batch);
      const ids = [...new Set(arrived.flat().map(({ id }) => id))];
      assert.deepEqual(
        pages.threads.map(({ id }) => id),
        ids,
      );
      assert.deepEqual(
        ids.map((id) => pages.placeOf(id)),
        ids.map((_, place) => place),
      );
    }),
  );
});

const pageSize = fc.integer({ min: 1, max: 1000 });

test("the offset advances by the page size, a short page is marked, and an empty one ends the list", () => {
  fc.assert(
    fc.property(pageSize, fc.nat(1000), (size, received) => {
      const rows = Math.min(size, received);
      const pages = new ThreadPages({});
      pages.add(Array.from({ length: rows }, (_, index) => thread(String(index))));
      pages.endPage(size);
      assert.equal(pages.nextOffset, rows === 0 ? 0 : size);
      assert.equal(pages.ended, rows === 0);
      assert.equal(pages.isShort, rows > 0 && rows < size);
    }),
  );
});

test("a page that failed midway continues after its last row", () => {
  const pages = new ThreadPages({});
  pages.add([thread("a"), thread("b")]);
  assert.equal(pages.nextOffset, 2);
  pages.startPage();
  pages.add([thread("c")]);
  pages.endPage(10);
  assert.deepEqual([pages.nextOffset, pages.threads.length, pages.isShort], [12, 3, true]);
});
