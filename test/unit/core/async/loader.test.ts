import assert from "node:assert/strict";
import { test } from "node:test";
import { Loader } from "../../../../src/core/async/loader.ts";
import { isPending, type LoadState } from "../../../../src/core/async/loadState.ts";
import { type Fault, ServiceError } from "../../../../src/core/failures/fault.ts";

const fault: Fault = { kind: "serviceFailure", status: 500, detail: "", retryAfter: null };
const failing = async () => {
  throw new ServiceError(fault);
};

function watched(): { loader: Loader<string>; seen: LoadState<string>[] } {
  const loader = new Loader<string>(() => 42);
  const seen: LoadState<string>[] = [];
  loader.subscribe((load) => seen.push(load));
  return { loader, seen };
}

test("a value is loading, then shown with the time it was complete", async () => {
  const { loader, seen } = watched();
  await loader.run(async () => "a");
  assert.deepEqual(seen, [
    { kind: "loading", value: null },
    { kind: "shown", value: "a", at: 42 },
  ]);
});

test("parts are shown while loading", async () => {
  const { loader, seen } = watched();
  await loader.run(async (_signal, show) => {
    show("a");
    return "ab";
  });
  assert.deepEqual(seen[1], { kind: "loading", value: "a" });
  assert.deepEqual(loader.load, { kind: "shown", value: "ab", at: 42 });
});

test("the old value stays while refreshing, and after a failure", async () => {
  const { loader, seen } = watched();
  await loader.run(async () => "a");
  await loader.run(failing);
  assert.deepEqual(seen.slice(2), [
    { kind: "loading", value: "a" },
    { kind: "stale", value: "a", at: 42, fault },
  ]);
});

test("a failure without a value is failed", async () => {
  const { loader } = watched();
  await loader.run(failing);
  assert.deepEqual(loader.load, { kind: "failed", fault });
});

test("a failure after a part keeps the part, as incomplete", async () => {
  const { loader } = watched();
  await loader.run(async (_signal, show) => {
    show("a");
    return failing();
  });
  assert.deepEqual(loader.load, { kind: "stale", value: "a", at: null, fault });
});

test("a new request aborts the old one, whose late response is not shown", async () => {
  const { loader, seen } = watched();
  const late = Promise.withResolvers<string>();
  let aborted = false;
  const older = loader.run((signal, show) => {
    signal.addEventListener("abort", () => {
      aborted = true;
    });
    return late.promise.then((value) => {
      show("part");
      return value;
    });
  });
  await loader.run(async () => "new");
  late.resolve("old");
  await older;
  assert.equal(aborted, true);
  assert.deepEqual(seen.at(-1), { kind: "shown", value: "new", at: 42 });
});

test("canceling restores the previous state", async () => {
  const { loader } = watched();
  await loader.run(async () => "a");
  const running = loader.run(
    (signal) => new Promise((_, reject) => signal.addEventListener("abort", () => reject(signal.reason))),
  );
  loader.cancel();
  await running;
  assert.deepEqual(loader.load, { kind: "shown", value: "a", at: 42 });
});

test("an unexpected error is not a fault of the service", async () => {
  const { loader } = watched();
  await assert.rejects(
    loader.run(async () => {
      throw new TypeError("bug");
    }),
    TypeError,
  );
  assert.deepEqual(loader.load, { kind: "idle", ended: "broken" });
  await loader.run(async () => "a");
  await assert.rejects(loader.run(async () => Promise.reject(new TypeError("bug"))));
  assert.deepEqual(loader.load, { kind: "shown", value: "a", at: 42 });
});

test("a request that the user cancels before the first value is not pending again", async () => {
  const { loader } = watched();
  const canceled = loader.run(() => new Promise(() => undefined));
  loader.stop();
  assert.deepEqual([loader.load, isPending(loader.load)], [{ kind: "idle", ended: "canceled" }, false]);
  void canceled;
  void loader.run(() => new Promise(() => undefined));
  assert.equal(isPending(loader.load), true);
  loader.cancel();
  assert.deepEqual(loader.load, { kind: "idle", ended: "canceled" });
});
