import assert from "node:assert/strict";
import { test } from "node:test";
import { projectClient } from "../../../../src/core/conversations/conversationSources.ts";
import { type ThreadFilter, unfiltered } from "../../../../src/core/conversations/threadSelection.ts";
import { threadSource } from "../../../../src/core/conversations/threadSource.ts";
import { errorRows } from "../../../../src/core/errors/errorRow.ts";
import {
  type BothErrors,
  callsOfError,
  type FoundErrors,
  findBothErrors,
  findErrors,
  mostFailures,
} from "../../../../src/core/errors/foundErrors.ts";
import { type Fault, ServiceError } from "../../../../src/core/failures/fault.ts";
import { AgentRoute } from "../../../../src/core/port/agentRoute.ts";
import type { ProjectClient } from "../../../../src/core/port/projectClient.ts";
import type { CallFailure } from "../../../../src/core/query/call.ts";
import type { CallPlacesQuery } from "../../../../src/core/query/callQueries.ts";
import type { CallQuery } from "../../../../src/core/query/callQuery.ts";
import { threadKey } from "../../../../src/core/query/conversationKey.ts";
import { arrayService } from "../conversations/arrayService.ts";
import type { TestService } from "../testService.ts";

const project = "acme/desk";
const now = Date.UTC(2026, 10, 21, 12);
const hour = 3_600_000;
const ref = (name: string, version = "a1") => `weave:///${project}/op/${name}:${version}`;
const { signal } = new AbortController();

interface Given {
  /** The latest first. */
  readonly failures: readonly CallFailure[];
  /** Calls of each op that did not fail. */
  readonly others?: number;
  /** The fault of the counts from this one on. */
  readonly failing?: { readonly from: number; readonly fault: Fault };
  readonly batch?: number;
}

/** A service with these failed calls; counts them by the op filter and the status in the query. */
function serving({ failures, others = 8, failing, batch = 400 }: Given) {
  const lists: CallPlacesQuery[] = [];
  const counts: CallQuery[] = [];
  let [running, most] = [0, 0];
  const target: ProjectClient & { readonly service: TestService } = {
    project,
    sources: [threadSource],
    agentRoute: new AgentRoute(),
    service: {
      ...arrayService([]),
      async *queryCallFailures(query) {
        lists.push(query);
        const found = failures.slice(0, query.limit);
        for (let start = 0; start < found.length; start += batch) yield found.slice(start, start + batch);
      },
      async countCalls(query, aborted) {
        counts.push(query);
        const place = counts.length;
        most = Math.max(most, ++running);
        await new Promise((done) => setTimeout(done));
        running--;
        aborted.throwIfAborted();
        if (failing !== undefined && place >= failing.from) throw new ServiceError(failing.fault);
        const [op = null] = query.filter?.opNames ?? [];
        const ofOp = failures.filter((call) => op === null || call.op.startsWith(op.replace(/\*$/, ""))).length;
        const failedOnly = JSON.stringify(query.query ?? {}).includes("summary.weave.status");
        return { count: ofOp + (failedOnly ? 0 : others), hasMore: false, storageSize: null, rewritten: [] };
      },
    },
  };
  const seen: FoundErrors[] = [];
  const find = (filter = unfiltered, aborted = signal) =>
    findErrors(target, { filter, asOf: now }, (part) => seen.push(part), aborted);
  return { find, lists, counts, seen, most: () => most };
}

let made = 0;
const failure = (op: string, type: string, hoursAgo = 0, threadId: string | null = "t1"): CallFailure => {
  const id = `call-${made++}`;
  return {
    id,
    op,
    conversation: threadId === null ? null : threadKey(threadId),
    turnId: threadId && `${threadId}/1`,
    startedAt: now - hoursAgo * hour,
    exception: `${type}: x`,
  };
};
const many = (count: number, op: string, type = "KeyError") => Array.from({ length: count }, () => failure(op, type));
const summary = (found: FoundErrors) =>
  errorRows(found).map(({ op, type, count, isExact, opCalls }) => [op, type, count, isExact, opCalls]);

test("failed calls are grouped by op, of any version, and type; the most frequent first, then the latest", async () => {
  const { find } = serving({
    failures: [
      failure(ref("refund", "b2"), "Timeout", 1),
      failure("bare", "KeyError", 2),
      failure(ref("refund"), "KeyError", 3),
      failure(ref("refund"), "Timeout", 4),
    ],
  });
  const found = await find();
  assert.deepEqual(summary(found), [
    [ref("refund", "*"), "Timeout", 2, true, 11],
    ["bare", "KeyError", 1, true, 9],
    [ref("refund", "*"), "KeyError", 1, true, 11],
  ]);
  assert.deepEqual([found.read, found.reach, found.total, found.counting], [4, "all", 4, false]);
});

test("the request has the range and threads of the filter, the latest first, one more than are grouped", async () => {
  const { find, lists, counts } = serving({ failures: [failure(ref("refund"), "Timeout")] });
  await find({ time: { kind: "preset", preset: "24h" }, threadIds: ["t1", "t2"] });
  const started = { $gte: [{ $getField: "started_at" }, { $literal: (now - 24 * hour) / 1000 }] };
  const failed = { $eq: [{ $getField: "summary.weave.status" }, { $literal: "error" }] };
  assert.deepEqual(lists, [
    {
      project,
      filter: { threadIds: ["t1", "t2"] },
      query: { $expr: { $and: [started, failed] } },
      sort: [
        { field: "started_at", direction: "desc" },
        { field: "id", direction: "desc" },
      ],
      limit: mostFailures + 1,
    },
  ]);
  // All failed calls were read: only the op's calls are counted.
  assert.deepEqual(counts, [
    { project, filter: { threadIds: ["t1", "t2"], opNames: [ref("refund", "*")] }, query: { $expr: started } },
  ]);
});

test("without failed calls, nothing is counted", async () => {
  const { find, counts } = serving({ failures: [] });
  const found = await find();
  assert.deepEqual([found.groups, found.reach, found.total, found.counting, counts], [[], "all", 0, false, []]);
});

test("of more than 1,000 failed calls the latest are grouped; a group is exact if all failed calls of its op are", async () => {
  const { find, seen } = serving({ failures: [...many(30, "rare"), ...many(1200, "often")] });
  const found = await find();
  assert.deepEqual(summary(found), [
    ["often", "KeyError", 970, false, 1208],
    ["rare", "KeyError", 30, true, 38],
  ]);
  assert.deepEqual([found.read, found.reach, found.total], [1000, "latest", 1230]);
  assert.deepEqual(
    seen.slice(0, 4).map(({ read, reach }) => [read, reach]),
    [
      [400, "some"],
      [800, "some"],
      [1000, "some"],
      [1000, "latest"],
    ],
  );
});

test("exactly 1,000 failed calls are all", async () => {
  const { find } = serving({ failures: many(1000, "often") });
  const found = await find();
  assert.deepEqual([found.read, found.reach, found.total], [1000, "all", 1000]);
});

test("only the ops that failed most are counted, a few at a time", async () => {
  const failures = Array.from({ length: 45 }, (_, at) => many(45 - at, `op${at}`)).flat();
  const { find, counts, most } = serving({ failures });
  const rows = errorRows(await find());
  // The total, and for each of 25 ops all calls and the failed ones.
  assert.deepEqual([counts.length, most()], [51, 4]);
  assert.deepEqual(
    rows.flatMap(({ op, opCalls }) => (opCalls === null ? [] : [op])),
    Array.from({ length: 25 }, (_, at) => `op${at}`),
  );
});

test("a failed count leaves the groups, and the service is not asked again", async () => {
  const fault: Fault = { kind: "rateLimited", retryAfter: null };
  const { find, counts } = serving({
    failures: Array.from({ length: 9 }, (_, at) => failure(`op${at}`, "KeyError")),
    failing: { from: 2, fault },
  });
  const found = await find();
  assert.deepEqual([found.groups.length, found.ops.size, found.countFault, found.counting], [9, 1, fault, false]);
  assert.ok(counts.length <= 5, `${counts.length} counts`);
});

test("a canceled search rejects with the signal's reason", async () => {
  const { find, counts } = serving({ failures: many(10, "often") });
  const controller = new AbortController();
  const search = find(unfiltered, controller.signal);
  setTimeout(() => controller.abort(new Error("canceled")));
  await assert.rejects(search, /canceled/);
  assert.ok(counts.length <= 1);
});

test("the calls of an error are those of its op and type in the filter's range, or those read if no condition can tell", async () => {
  const json = (exception: string, at: number) => ({ ...failure(ref("refund"), "", at), exception });
  const failures = [
    ...[1, 2].map((at) => json('{"type": "Timeout", "message": "x"}', at)),
    ...[3, 4].map((at) => failure(ref("judge"), "Timeout", at)),
    json('{"type": "KeyError"}', 5),
    json('{"type":"KeyError"}', 6),
  ];
  const { find } = serving({ failures });
  const filter = { time: { kind: "preset", preset: "24h" }, threadIds: ["t1"] } as const;
  const { groups } = await find(filter);
  const calls = (at: number, of = filter as ThreadFilter) => callsOfError(groups[at] ?? assert.fail(), of).conditions;
  const $contains = { input: { $getField: "exception" }, substr: { $literal: '"type": "Timeout"' } };
  const expected = [
    { kind: "list", field: "opNames", values: [ref("refund", "*")] },
    { kind: "status", anyOf: ["error"] },
    { kind: "expression", query: { $expr: { $contains } } },
  ];
  const inRange = [
    { kind: "started", range: filter.time },
    { kind: "list", field: "threadIds", values: ["t1"] },
  ];
  assert.deepEqual(calls(0), [...inRange, ...expected]);
  assert.deepEqual(calls(0, unfiltered), expected);
  const byId = (...places: readonly number[]) => [
    { kind: "list", field: "callIds", values: places.map((at) => failures[at]?.id) },
  ];
  assert.deepEqual(calls(1), byId(2, 3));
  assert.deepEqual(calls(2), byId(4, 5));
});

test("a call that occurs twice in the response counts once", async () => {
  const one = failure("often", "KeyError");
  const { find } = serving({ failures: [one, one] });
  const { read, groups } = await find();
  assert.deepEqual([read, groups.map(({ calls }) => calls.length)], [1, [1]]);
});

test("conversations are listed once each, at their latest failed call, and calls outside threads not at all", async () => {
  const failures = [
    failure("refund", "Timeout", 1, null),
    failure("refund", "Timeout", 2, "t2"),
    failure("refund", "Timeout", 3, "t1"),
    failure("refund", "Timeout", 4, "t2"),
    ...["t3", "t4", "t5"].map((id) => failure("refund", "Timeout", 5, id)),
  ];
  const { find } = serving({ failures });
  const [row] = errorRows(await find());
  assert.deepEqual(row?.conversations, [
    { conversation: threadKey("t2"), turnId: "t2/1", callId: failures[1]?.id },
    { conversation: threadKey("t1"), turnId: "t1/1", callId: failures[2]?.id },
    { conversation: threadKey("t3"), turnId: "t3/1", callId: failures[4]?.id },
  ]);
  assert.deepEqual([row?.conversationCount, row?.first, row?.last], [5, now - 5 * hour, now - hour]);
});

/** Both kinds of errors, as parts and as a whole: the fault if they fail. */
async function both(calls: Fault | null, agents: Fault | null, filter: ThreadFilter = unfiltered) {
  const group = { operation: "execute_tool", tool: "Bash", type: "ToolError", spans: 2, conversations: 1, last: now };
  const answered = Promise.withResolvers<void>();
  const service: TestService = {
    ...arrayService([]),
    async *queryCallFailures() {
      await answered.promise;
      if (calls !== null) throw new ServiceError(calls);
      yield [];
    },
    listAgentErrors: async () => {
      setTimeout(answered.resolve);
      if (agents !== null) throw new ServiceError(agents);
      return [group];
    },
  };
  const shown: string[] = [];
  const written = ({ calls: { reach }, agents, agentFault }: BothErrors) =>
    `${reach} ${agents?.length} ${agentFault?.kind ?? "fine"}`;
  const found = findBothErrors(
    projectClient(service, project),
    { filter, asOf: now },
    (part) => shown.push(written(part)),
    signal,
  );
  const end = await found.then(written, (error: unknown) => (error instanceof ServiceError ? error.fault.kind : error));
  return [...new Set(shown), end];
}

test("errors of both kinds are shown with calls, and what is missing of agents alone is said", async () => {
  const forbidden: Fault = { kind: "forbidden", detail: "" };
  assert.deepEqual(await both(null, null), ["some 1 fine", "all 1 fine"]);
  assert.deepEqual(await both(null, forbidden), ["some 0 forbidden", "all 0 forbidden"]);
  assert.deepEqual(await both(forbidden, null), ["forbidden"]);
  const agents: ThreadFilter = { ...unfiltered, kind: "agent" };
  assert.deepEqual(await both(forbidden, null, agents), ["all 1 fine"]);
  assert.deepEqual(await both(null, forbidden, agents), ["forbidden"]);
});
