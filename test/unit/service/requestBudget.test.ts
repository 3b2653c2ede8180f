import assert from "node:assert/strict";
import { test } from "node:test";
import { projectClient } from "../../../src/core/conversations/conversationSources.ts";
import {
  countCalls,
  queryCallDocuments,
  queryCallFailures,
  queryCallOutcomes,
  queryCallPlaces,
  queryCalls,
  queryExportedCalls,
  queryThreads,
} from "../../../src/core/port/operations.ts";
import { backgroundClient } from "../../../src/core/port/projectClient.ts";
import { RequestBudget } from "../../../src/core/requests/requestBudget.ts";
import { HandRequestClock } from "./handRequestClock.ts";
import { answer, startClient, startRawServer } from "./rawServer.ts";
import { everything } from "./threads.ts";

const { signal } = new AbortController();
const project = "acme/desk";

test("each request of an operation waits before it is sent, with what it is about", async (t) => {
  const server = await startRawServer(t, (socket, { head }) =>
    socket.write(answer(200, head.includes("query_stats") ? '{"count":7}' : "")),
  );
  const clock = new HandRequestClock();
  const waiting: number[] = [];
  // Loopback is exempt outside this test.
  const isExempt = () => false;
  const budget = new RequestBudget({ clock, most: () => 1, isExempt, onWait: (count) => waiting.push(count) });
  const { service, entries } = startClient(t, { url: server.url, budget });
  await service.ask(countCalls, everything, signal);
  await service.ask(countCalls, everything, signal);
  assert.equal(entries.length, 2, "what the user starts does not wait");

  const background = backgroundClient(projectClient(service, project)).service;
  const drain = async (rows: AsyncIterable<unknown>) => {
    for await (const _ of rows);
  };
  const untilWaiting = async () => {
    for (let turn = 0; turn < 10_000 && waiting.at(-1) !== 1; turn++) await new Promise(setImmediate);
  };
  const operations: readonly (() => Promise<unknown>)[] = [
    () => background.ask(countCalls, { project }, signal),
    () => drain(background.rows(queryThreads, { project }, signal)),
    () => drain(background.rows(queryCalls, { project }, signal)),
    () => drain(background.rows(queryCallPlaces, { project }, signal)),
    () => drain(background.rows(queryCallFailures, { project }, signal)),
    () => drain(background.rows(queryCallOutcomes, { project }, signal)),
    () => drain(background.rows(queryExportedCalls, { project, documents: ["inputs"] }, signal)),
    () => drain(background.rows(queryCallDocuments, { project, callIds: ["a"], documents: ["inputs"] }, signal)),
  ];
  for (const [index, operation] of operations.entries()) {
    const ended = operation();
    // A request that does not wait ends instead.
    const first = await Promise.race([ended.then(() => "sent"), untilWaiting().then(() => "waiting")]);
    assert.equal(first, "waiting", String(operation));
    assert.equal(entries.length, 2 + index);
    clock.pass(60_000);
    await ended;
    assert.equal(entries.length, 3 + index);
  }
});
