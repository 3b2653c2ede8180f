import assert from "node:assert/strict";
import { test } from "node:test";
import { projectClient } from "../../../../src/core/conversations/conversationSources.ts";
import { allCalls, type CallConditions } from "../../../../src/core/counts/callCondition.ts";
import { CallCounter } from "../../../../src/core/counts/callCounter.ts";
import { ServiceError } from "../../../../src/core/failures/fault.ts";
import type { CallCount, CallQuery } from "../../../../src/core/query/callQuery.ts";
import { unusedService } from "../testService.ts";

const project = "acme/desk";
const roots: CallConditions = { ...allCalls, conditions: [{ kind: "rootsOnly" }] };
const seven: CallCount = { count: 7, hasMore: false, storageSize: null, rewritten: [] };

interface Requested {
  readonly query: CallQuery;
  readonly signal: AbortSignal;
  readonly answer: PromiseWithResolvers<CallCount>;
}

/** A counter whose requests the test completes. */
function counting(): { readonly counter: CallCounter; readonly requested: readonly Requested[] } {
  const requested: Requested[] = [];
  const service = {
    ...unusedService,
    countCalls: (query: CallQuery, signal: AbortSignal) => {
      const answer = Promise.withResolvers<CallCount>();
      signal.addEventListener("abort", () => answer.reject(signal.reason));
      requested.push({ query, signal, answer });
      return answer.promise;
    },
  };
  return { counter: new CallCounter(projectClient(service, project), () => 5), requested };
}

test("a count is shown with its time", async () => {
  const { counter, requested } = counting();
  const counted = counter.count(roots);
  assert.equal(counter.load.kind, "loading");
  requested[0]?.answer.resolve(seven);
  await counted;
  assert.deepEqual(requested[0]?.query, { project, filter: { traceRootsOnly: true } });
  assert.deepEqual(counter.load, { kind: "shown", value: seven, at: 5 });
  assert.equal(counter.conditions, roots);
});

test("while other conditions are counted, the earlier count is cleared", async () => {
  const { counter, requested } = counting();
  const first = counter.count(roots);
  requested[0]?.answer.resolve(seven);
  await first;
  const seen: unknown[] = [];
  counter.subscribe(() => seen.push(counter.load));
  const second = counter.count(allCalls);
  assert.deepEqual(counter.load, { kind: "loading", value: null });
  requested[1]?.answer.reject(new ServiceError({ kind: "serviceFailure", status: 500, detail: "", retryAfter: null }));
  await second;
  assert.equal(counter.load.kind, "failed");
  assert.ok(seen.every((load) => !JSON.stringify(load).includes("7")));
});

test("new conditions abort the previous request", async () => {
  const { counter, requested } = counting();
  const first = counter.count(allCalls);
  const second = counter.count(roots);
  assert.equal(requested[0]?.signal.aborted, true);
  assert.equal(requested[1]?.signal.aborted, false);
  requested[1]?.answer.resolve(seven);
  await Promise.all([first, second]);
  assert.equal(counter.load.kind, "shown");
  assert.equal(counter.conditions, roots);
});

test("clearing aborts the request and clears the conditions", async () => {
  const { counter, requested } = counting();
  const counted = counter.count(allCalls);
  counter.clear();
  await counted;
  assert.equal(requested[0]?.signal.aborted, true);
  assert.equal(counter.load.kind, "idle");
  assert.equal(counter.conditions, null);
});
