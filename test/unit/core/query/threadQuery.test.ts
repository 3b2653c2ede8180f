import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import {
  defaultSort,
  effectiveKeys,
  formatSort,
  formatSortKey,
  parseSort,
  parseSortKey,
  type SortKey,
  sortFields,
  stableSort,
} from "../../../../src/core/query/threadQuery.ts";

const keys = fc.record(
  { field: fc.constantFrom(...sortFields), direction: fc.constantFrom("asc" as const, "desc" as const) },
  { noNullPrototype: true },
);

test("a sort key is unchanged after writing and reading", () => {
  fc.assert(fc.property(keys, (key) => assert.deepEqual(parseSortKey(formatSortKey(key)), key)));
});

test("an order of one or two keys is unchanged after writing and reading, without ineffective keys", () => {
  fc.assert(
    fc.property(fc.array(keys, { minLength: 1, maxLength: 2 }), (chosen) => {
      assert.deepEqual(parseSort(formatSort(chosen)), effectiveKeys(chosen));
      assert.deepEqual(parseSort(formatSort(effectiveKeys(chosen))), effectiveKeys(chosen));
    }),
  );
});

const orders: readonly [text: unknown, order: readonly SortKey[] | undefined][] = [
  ["last_updated:desc", defaultSort],
  ["turn_count:desc,start_time:asc", [key("turn_count", "desc"), key("start_time", "asc")]],
  [" turn_count:desc , thread_id:desc ", [key("turn_count", "desc"), key("thread_id", "desc")]],
  ["turn_count:desc,turn_count:asc", [key("turn_count", "desc")]],
  ["thread_id:desc,turn_count:asc", [key("thread_id", "desc")]],
  ["turn_count:desc,start_time:asc,last_updated:asc", undefined],
  ["turn_count:desc,", undefined],
  [",turn_count:desc", undefined],
  ["turn_count:desc,nonsense:asc", undefined],
  ["last_updated", undefined],
  ["last_updated:DESC", undefined],
  ["first_turn_id:asc", undefined],
  ["thread_id:asc:x", undefined],
  ["", undefined],
  [7, undefined],
  [null, undefined],
  [undefined, undefined],
  [["turn_count:desc"], undefined],
];
for (const [text, order] of orders) {
  test(`${JSON.stringify(text)} is read as ${order === undefined ? "no order" : formatSort(order)}`, () =>
    assert.deepEqual(parseSort(text), order));
}

const sent: readonly [chosen: string, sent: string][] = [
  ["turn_count:desc", "turn_count:desc,thread_id:asc"],
  ["turn_count:desc,start_time:asc", "turn_count:desc,start_time:asc,thread_id:asc"],
  ["turn_count:desc,thread_id:desc", "turn_count:desc,thread_id:desc"],
  ["thread_id:desc", "thread_id:desc"],
];
for (const [chosen, keysSent] of sent) {
  test(`${chosen} is sent as ${keysSent}`, () =>
    assert.equal(formatSort(stableSort(parseSort(chosen) ?? [])), keysSent));
}

test("any order ends with the thread ID and contains no field twice", () => {
  fc.assert(
    fc.property(fc.array(keys), (chosen) => {
      const fields = stableSort(chosen).map(({ field }) => field);
      assert.equal(fields.at(-1), "thread_id");
      assert.equal(new Set(fields).size, fields.length);
    }),
  );
});

test("no key chosen is the default order", () => assert.deepEqual(stableSort([]), stableSort(defaultSort)));

function key(field: SortKey["field"], direction: SortKey["direction"]): SortKey {
  return { field, direction };
}
