import assert from "node:assert/strict";
import { test } from "node:test";
import { setImmediate as turn } from "node:timers/promises";
import { type Fault, ServiceError } from "../../../../src/core/failures/fault.ts";
import { LazyThreadService, type OpenThreadService } from "../../../../src/core/port/lazyThreadService.ts";
import { countCalls, queryThreads } from "../../../../src/core/port/operations.ts";
import type { ConversationSummary } from "../../../../src/core/query/thread.ts";
import { thread } from "../conversations/threads.ts";
import { type TestService, unusedService } from "../testService.ts";

const never = new AbortController().signal;
const query = { project: "entity/project" } as const;

/** A service whose rows are sent by the test, and end when it is closed. */
function service() {
  const batches: PromiseWithResolvers<readonly ConversationSummary[] | null>[] = [];
  let closings = 0;
  const open: OpenThreadService & TestService = {
    ...unusedService,
    queryThreads: async function* () {
      for (;;) {
        const next = Promise.withResolvers<readonly ConversationSummary[] | null>();
        batches.push(next);
        const batch = await next.promise;
        if (batch === null) return;
        yield batch;
      }
    },
    countCalls: async () => ({ count: 1, hasMore: null, storageSize: null, rewritten: [] }),
    portableCount: async (query) => ({ query, rewritten: [] }),
    close: async () => {
      closings += 1;
      batches.at(-1)?.reject(new Error("closed"));
    },
  };
  return { open, lazy: new LazyThreadService(async () => open), batches, closings: () => closings };
}

test("a retired service accepts no request and closes after those in progress", async () => {
  const { lazy, batches, closings } = service();
  const rows = lazy.rows(queryThreads, query, never)[Symbol.asyncIterator]();
  const first = rows.next();
  await turn();
  const retired = lazy.retire();
  await turn();
  assert.equal(closings(), 0);
  await assert.rejects(lazy.ask(countCalls, query, never), /closed/);
  batches[0]?.resolve([thread("a")]);
  assert.deepEqual((await first).value, [thread("a")]);
  const last = rows.next();
  await turn();
  assert.equal(closings(), 0);
  batches[1]?.resolve(null);
  assert.equal((await last).done, true);
  await retired;
  assert.equal(closings(), 1);
});

test("a retired service closes at once when idle, or when its rows are abandoned", async () => {
  const idle = service();
  await idle.lazy.ask(countCalls, query, never);
  await idle.lazy.retire();
  assert.equal(idle.closings(), 1);

  const left = service();
  const rows = left.lazy.rows(queryThreads, query, never)[Symbol.asyncIterator]();
  const first = rows.next();
  await turn();
  left.batches[0]?.resolve([thread("a")]);
  await first;
  const retired = left.lazy.retire();
  await rows.return?.();
  await retired;
  assert.equal(left.closings(), 1);
});

test("closing a retired service ends requests in progress, once", async () => {
  const { lazy, closings } = service();
  const first = lazy.rows(queryThreads, query, never)[Symbol.asyncIterator]().next();
  const broken = assert.rejects(first, /closed/);
  await turn();
  const retired = lazy.retire();
  await lazy.close();
  await broken;
  await retired;
  assert.equal(closings(), 1);
});

test("a fault names the host of the service, with or without rows before it", async () => {
  const fault: Fault = { kind: "unreachable", code: "ECONNRESET" };
  const refusing: OpenThreadService & TestService = {
    ...service().open,
    queryThreads: async function* () {
      yield [thread("a")];
      throw new ServiceError(fault);
    },
    countCalls: async () => {
      throw new ServiceError(fault);
    },
  };
  const named = new LazyThreadService(async () => refusing, "trace.example:8443");
  const unnamed = new LazyThreadService(async () => refusing);
  const isNamed = { fault: { ...fault, host: "trace.example:8443", project: query.project } };
  await assert.rejects(named.ask(countCalls, query, never), isNamed);
  const rows = named.rows(queryThreads, query, never)[Symbol.asyncIterator]();
  assert.deepEqual((await rows.next()).value, [thread("a")]);
  await assert.rejects(rows.next(), isNamed);
  await assert.rejects(unnamed.ask(countCalls, query, never), { fault: { ...fault, project: query.project } });
});
