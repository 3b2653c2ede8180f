import assert from "node:assert/strict";
import { test } from "node:test";
import { Lazy } from "../../../../src/core/async/lazy.ts";

function loading() {
  const loads: PromiseWithResolvers<string>[] = [];
  const once = new Lazy(() => {
    const load = Promise.withResolvers<string>();
    loads.push(load);
    return load.promise;
  });
  return { once, loads };
}

test("a value is loaded once, at its first use", async () => {
  const { once, loads } = loading();
  assert.equal(await once.there(), null);
  assert.equal(loads.length, 0);
  const wanted = [once.get(), once.get()];
  loads[0]?.resolve("it");
  assert.deepEqual(await Promise.all([...wanted, once.get(), once.there()]), ["it", "it", "it", "it"]);
  assert.equal(loads.length, 1);
});

test("a failure rejects all waiting callers and is not cached", async () => {
  const { once, loads } = loading();
  const wanted = [once.get(), once.get()];
  const there = once.there();
  loads[0]?.reject(new Error("broken"));
  for (const one of wanted) await assert.rejects(one, /broken/);
  assert.deepEqual([await there, await once.there()], [null, null]);
  const again = once.get();
  loads[1]?.resolve("it");
  assert.equal(await again, "it");
});
