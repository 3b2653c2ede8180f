import assert from "node:assert/strict";
import { test } from "node:test";
import { Mutex } from "../../../../src/core/async/semaphore.ts";

for (const end of ["done", "failed"] as const) {
  test(`a task started meanwhile is skipped; after the first is ${end}, the next runs`, async () => {
    const shown: boolean[] = [];
    const done: string[] = [];
    const one = new Mutex((busy) => shown.push(busy));
    const answer = Promise.withResolvers<void>();
    const first = one.run(async () => {
      done.push("first");
      await answer.promise;
    });
    assert.deepEqual([one.busy, shown], [true, [true]]);
    await one.run(async () => {
      done.push("second");
    });
    assert.deepEqual([one.busy, shown], [true, [true]]);
    if (end === "done") answer.resolve();
    else answer.reject(new Error("no keyring"));
    await (end === "done" ? first : assert.rejects(first, /no keyring/));
    assert.deepEqual([one.busy, shown], [false, [true, false]]);
    await one.run(async () => {
      done.push("third");
    });
    assert.deepEqual(
      [done, shown],
      [
        ["first", "third"],
        [true, false, true, false],
      ],
    );
  });
}
