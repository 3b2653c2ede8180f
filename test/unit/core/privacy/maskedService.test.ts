import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { projectClient } from "../../../../src/core/conversations/conversationSources.ts";
import { type Fault, ServiceError, tooLongRecord } from "../../../../src/core/failures/fault.ts";
import {
  countCalls,
  queryCallDocuments,
  queryCallFailures,
  queryCallOutcomes,
  queryCallPlaces,
  queryCalls,
  queryExportedCalls,
  queryThreads,
} from "../../../../src/core/port/operations.ts";
import type { ProjectClient } from "../../../../src/core/port/projectClient.ts";
import { createMask } from "../../../../src/core/privacy/mask.ts";
import { type Call, callDocumentNames, opName } from "../../../../src/core/query/call.ts";
import type { CallFilter } from "../../../../src/core/query/callQuery.ts";
import { sampleProjects } from "../../../../src/core/query/projectId.ts";
import { defaultNetwork } from "../../../../src/core/settings/network.ts";
import type { RunningService } from "../../../../src/localService/http/server.ts";
import { startSampleService } from "../../../../src/localService/sampleService.ts";
import { HttpThreadService } from "../../../../src/service/client.ts";
import { collect } from "../../service/threads.ts";
import { type TestService, unusedService } from "../testService.ts";

const { signal } = new AbortController();
const [project] = sampleProjects;
const pseudonym = "[a-z]+-[a-z2-7]{8}";
const ref = `weave:///entity-\\w{8}/project-\\w{8}/op/[^/:]+:ref-\\w{8}`;
const placeholder = "(?:[A-Z]\\w+: )?(?:message|text), \\d+ characters?";
const hidden = new RegExp(`^(?:${pseudonym}|${ref}|${placeholder})$`);

let running: RunningService;
let service: HttpThreadService;
let real: ProjectClient;
let masked: ProjectClient;
const mask = createMask();

before(async () => {
  const now = new Date("2026-11-20T12:00:00Z");
  running = await startSampleService({ port: 0, threads: 60, calls: 900, agents: 0, seed: 7, now });
  const { url, username, password } = running;
  const network = () => defaultNetwork;
  service = new HttpThreadService({ url, username, password, network, fetch, onRequest: () => undefined });
  real = projectClient(service, project);
  masked = mask.client(real);
});

after(async () => {
  await service.close();
  await running.close();
});

async function rowsOf({ service, project }: ProjectClient) {
  const all = async <Row>(rows: AsyncIterable<readonly Row[]>) => (await collect(rows)).flat();
  const [threads, calls, places, failures, outcomes, exported] = await Promise.all([
    all(service.rows(queryThreads, { project }, signal)),
    all(service.rows(queryCalls, { project }, signal)),
    all(service.rows(queryCallPlaces, { project }, signal)),
    all(service.rows(queryCallFailures, { project }, signal)),
    all(service.rows(queryCallOutcomes, { project }, signal)),
    all(service.rows(queryExportedCalls, { project, documents: callDocumentNames }, signal)),
  ]);
  const callIds = calls.map(({ id }) => id).slice(0, 1000);
  const documents = await all(
    service.rows(queryCallDocuments, { project, callIds, documents: callDocumentNames }, signal),
  );
  return { threads, calls, places, failures, outcomes, exported, documents };
}

/** Every string in a value, and every key of its objects. */
function stringsIn(value: unknown, strings = new Set<string>(), keys = new Set<string>()) {
  if (typeof value === "string") strings.add(value);
  else if (typeof value === "object" && value !== null) {
    for (const [key, each] of Object.entries(value)) {
      if (!Array.isArray(value)) keys.add(key);
      stringsIn(each, strings, keys);
    }
  }
  return { strings, keys };
}

/** Words of message formats and of statuses, and names of tools. */
const kept = [
  ...["assistant", "system", "tool", "user", "function", "function_call", "function_call_output", "message"],
  ...["text", "input_text", "output_text", "tool_result", "tool_use", "chat.completion", "object", "response"],
  ...["thread", "completed", "end_turn", "stop", "tool_calls", "error", "success", "running", "descendant_error"],
  ...["lookup_order", "cancel_subscription", "create_ticket", "process_item", "reissue_receipt"],
  ...["search_help_center", "shipping_quote", "update_account"],
];

test("nothing of a project is left in what the service sends, and its figures are the same", async () => {
  const [before, after] = await Promise.all([rowsOf(real), rowsOf(masked)]);
  for (const name of ["threads", "calls", "places", "failures", "outcomes", "exported", "documents"] as const)
    assert.equal(after[name].length, before[name].length, name);
  const { strings, keys } = stringsIn(after);
  const names = new Set(before.calls.flatMap(({ op, usage }) => [opName(op), ...usage.map(({ model }) => model)]));
  const left = [...strings].filter((text) => !hidden.test(text) && !names.has(text) && !kept.includes(text));
  assert.deepEqual(left, []);
  // The names of fields stay, unless they are values elsewhere.
  const originals = stringsIn(before);
  const isData = (key: string) => originals.strings.has(key) && !kept.includes(key) && !names.has(key);
  assert.deepEqual([...keys].filter(isData), []);
  const figures = (calls: readonly Call[]) =>
    calls.map(({ op, startedAt, endedAt, status, usage, storedBytes }) => [
      opName(op),
      ...[startedAt, endedAt, status, usage, storedBytes],
    ]);
  assert.deepEqual(figures(after.calls), figures(before.calls));
});

test("rows stay apart, and those that belong together still do", async () => {
  const [before, after] = await Promise.all([rowsOf(real), rowsOf(masked)]);
  const links = ({ threads, calls, documents }: typeof before) => {
    const places = new Map(calls.map(({ id }, index) => [id, index]));
    const place = (id: string | null) => (id === null ? null : places.get(id));
    return [
      threads.map(({ firstTurnId, lastTurnId }) => [place(firstTurnId), place(lastTurnId)]),
      calls.map(({ parentId, turnId }) => [place(parentId), place(turnId)]),
      documents.map(({ id }) => place(id)),
      new Set(calls.map(({ conversation }) => conversation?.id)).size,
    ];
  };
  assert.deepEqual(links(after), links(before));
});

test("requests with pseudonyms get the rows of the originals", async () => {
  const [before, after] = await Promise.all([rowsOf(real), rowsOf(masked)]);
  const [[thread], [shown]] = [before.threads, after.threads];
  assert.ok(thread && shown);
  const threads = async ({ service, project }: ProjectClient, id: string) =>
    (await collect(service.rows(queryThreads, { project, threadIds: [id] }, signal)))
      .flat()
      .map(({ turnCount }) => turnCount);
  assert.deepEqual(await threads(masked, shown.id), await threads(real, thread.id));

  const [call, hiddenCall] = [before, after].map(({ calls }) => calls.find(({ op }) => op.startsWith("weave:///")));
  assert.ok(call && hiddenCall);
  const counted = async ({ service, project }: ProjectClient, { op, conversation, traceId, id }: Call) => {
    const filters: readonly CallFilter[] = [
      { opNames: [op] },
      { threadIds: conversation === null ? [] : [conversation.id] },
      { traceIds: [traceId] },
      { callIds: [id] },
    ];
    const query = { $expr: { $eq: [{ $getField: "id" }, { $literal: id }] } } as const;
    const requested = [...filters.map((filter) => ({ filter })), { query }];
    return Promise.all(
      requested.map(async (one) => (await service.ask(countCalls, { project, ...one }, signal)).count),
    );
  };
  const counts = await counted(real, call);
  assert.ok(counts.every((count) => count > 0));
  assert.deepEqual(await counted(masked, hiddenCall), counts);
});

test("a failure names no project, and has no text of the service", async () => {
  const faults: readonly (readonly [fault: Fault, shown: object])[] = [
    [
      { kind: "forbidden", detail: "no acme/desk for alice", project: "acme/desk", host: "trace.wandb.ai" },
      { kind: "forbidden", detail: "text, 22 characters", host: "trace.wandb.ai" },
    ],
    [
      { kind: "notSignedIn", detail: "" },
      { kind: "notSignedIn", detail: "" },
    ],
    [
      { kind: "malformed", line: 3, rowsBefore: 2, detail: tooLongRecord(9) },
      { kind: "malformed", line: 3, rowsBefore: 2, detail: tooLongRecord(9) },
    ],
    ...["a record of more than acme", "an HTML page about t-1 of acme"].map((detail) => {
      const fault = { kind: "serviceFailure", status: 500, retryAfter: null } as const;
      return [
        { ...fault, detail },
        { ...fault, detail: `text, ${detail.length} characters` },
      ] as const;
    }),
    [
      { kind: "redirect", status: 302, origin: "https://acme.example" },
      { kind: "redirect", status: 302, origin: null },
    ],
    [
      {
        kind: "invalidRequest",
        detail: "bad t-1",
        issues: [{ path: ["t-1"], message: "no t-1", type: "value_error" }],
      },
      {
        kind: "invalidRequest",
        detail: "text, 7 characters",
        issues: [{ path: [], message: "text, 6 characters", type: "value_error" }],
      },
    ],
  ];
  for (const [fault, shown] of faults) {
    const service: TestService = {
      ...unusedService,
      countCalls: () => Promise.reject(new ServiceError(fault)),
      // biome-ignore lint/correctness/useYield: it fails before the first row
      queryThreads: async function* () {
        throw new ServiceError(fault);
      },
    };
    const failing = mask.client(projectClient(service, project));
    const { project: name, ...rest } = mask.fault(fault);
    assert.deepEqual(rest, shown);
    assert.doesNotMatch(name ?? "", /acme|desk/);
    const isMasked = (error: unknown) =>
      error instanceof ServiceError && !/acme|alice|t-1/.test(`${error.message} ${String(error.cause)}`);
    await assert.rejects(failing.service.ask(countCalls, { project: failing.project }, signal), isMasked);
    await assert.rejects(collect(failing.service.rows(queryThreads, { project: failing.project }, signal)), isMasked);
  }
});
