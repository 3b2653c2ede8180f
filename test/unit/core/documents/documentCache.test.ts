import assert from "node:assert/strict";
import { test } from "node:test";
import { DocumentCache } from "../../../../src/core/documents/documentCache.ts";

const bytes = (length: number) => new Uint8Array(length);

/** Loads immediately, and counts the loads. */
function loader(length: number) {
  const requested = { times: 0 };
  const load = async () => {
    requested.times += 1;
    return bytes(length);
  };
  return { requested, load };
}

test("concurrent and later callers share one request", async () => {
  const cache = new DocumentCache({ documents: 2, bytes: 100 }, () => 5);
  const { requested, load } = loader(3);
  const [first, second] = await Promise.all([cache.get("a", load), cache.get("a", load)]);
  assert.equal(first, second);
  assert.equal((await cache.get("a", load)).bytes.length, 3);
  assert.equal(requested.times, 1);
});

test("a failure rejects all waiting callers, and the next one requests again", async () => {
  const cache = new DocumentCache({ documents: 2, bytes: 100 }, () => 5);
  const failing = async () => {
    throw new Error("no");
  };
  const both = [cache.get("a", failing), cache.get("a", failing)];
  for (const one of both) await assert.rejects(one, /no/);
  assert.equal((await cache.get("a", loader(1).load)).bytes.length, 1);
});

test("recently used documents are kept, within both limits", async () => {
  const cache = new DocumentCache({ documents: 3, bytes: 10 }, () => 5);
  const loads = ["a", "b", "c", "d", "e"].map((key) => ({ key, ...loader(3) }));
  for (const { key, load } of loads.slice(0, 3)) await cache.get(key, load);
  await cache.get("a", loads[0]?.load ?? assert.fail());
  await cache.get("d", loads[3]?.load ?? assert.fail());
  for (const { key, load } of loads.slice(0, 4)) await cache.get(key, load);
  assert.deepEqual(
    loads.map(({ requested }) => requested.times),
    [1, 2, 2, 2, 0],
  );
  const large = loader(50);
  await cache.get("large", large.load);
  await cache.get("large", large.load);
  assert.equal(large.requested.times, 1);
});

test("a document dropped while it loads is canceled, and its result does not affect a later load", async () => {
  const cache = new DocumentCache({ documents: 3, bytes: 10 }, () => 5);
  const first = cache.get("a", (signal) => {
    const { promise, reject } = Promise.withResolvers<Uint8Array>();
    signal.addEventListener("abort", () => reject(signal.reason));
    return promise;
  });
  cache.drop("a");
  const { requested, load } = loader(2);
  await cache.get("a", load);
  await assert.rejects(first, { name: "AbortError" });
  await cache.get("a", load);
  assert.equal(requested.times, 1);
});

test("two loads never have the same time", async () => {
  const cache = new DocumentCache({ documents: 3, bytes: 10 }, () => 5);
  const { at } = await cache.get("a", loader(1).load);
  cache.drop("a");
  assert.ok((await cache.get("a", loader(1).load)).at > at);
});
