import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { costNote, costText } from "../../../../src/core/agents/agentText.ts";
import { shownValue } from "../../../../src/core/async/loadState.ts";
import { Semaphore } from "../../../../src/core/async/semaphore.ts";
import { callById } from "../../../../src/core/calls/callById.ts";
import { earliestFirst, latestFirst } from "../../../../src/core/calls/failedCalls.ts";
import { readDocuments } from "../../../../src/core/conversation/documentReader.ts";
import { transcript } from "../../../../src/core/conversation/transcript/transcript.ts";
import { agentSource } from "../../../../src/core/conversations/agentSource.ts";
import { projectClient } from "../../../../src/core/conversations/conversationSources.ts";
import { FirstMessages } from "../../../../src/core/conversations/firstMessages.ts";
import { ThreadList } from "../../../../src/core/conversations/threadList.ts";
import { everyThread, type ThreadFilter, unfiltered } from "../../../../src/core/conversations/threadSelection.ts";
import { documentText } from "../../../../src/core/documents/documentText.ts";
import { readThread, withSteps } from "../../../../src/core/documents/readThread.ts";
import { agentErrorItem } from "../../../../src/core/errors/errorText.ts";
import { conversationsOfError, findAgentErrors } from "../../../../src/core/errors/foundErrors.ts";
import { CallRoute } from "../../../../src/core/port/callRoute.ts";
import type { RequestedConversations } from "../../../../src/core/port/conversationSource.ts";
import { attributeValues, listAttributes } from "../../../../src/core/port/operations.ts";
import type { ProjectClient } from "../../../../src/core/port/projectClient.ts";
import { isRunning } from "../../../../src/core/query/agentFigures.ts";
import { folderAttribute } from "../../../../src/core/query/agentQueries.ts";
import type { Call } from "../../../../src/core/query/call.ts";
import { defaultNetwork } from "../../../../src/core/settings/network.ts";
import { createFormats } from "../../../../src/core/text/format.ts";
import { span } from "../../../../src/localService/agents/span.ts";
import { type RunningService, serveCalls } from "../../../../src/localService/http/server.ts";
import { CallDatabase } from "../../../../src/localService/query/database.ts";
import { HttpThreadService } from "../../../../src/service/client.ts";
import { agentSpans, agentTurn } from "../../localService/agents/agentSpans.ts";
import { turn } from "../../localService/testService.ts";

const { signal } = new AbortController();
const project = "acme/desk";
const formats = createFormats("en");
const start = Date.UTC(2026, 8, 21, 14, 30);

/** Turns of one conversation, one of which is asked in a page of its own. */
const longTalk = Array.from({ length: 60 }, (_, at) => agentTurn("long", at, 1000 + 10 * at, { tagsAll: true })).flat();
const coding = span({
  ...{ trace_id: "coding/0", span_id: "coding/0/root", started_at: start + 5_000_000, conversation_id: "coding" },
  ...{ operation_name: "invoke_agent", agent_name: "claude-code", agent_version: "2" },
  custom_attrs_string: { "weave.integration.name": "weave-claude-code", "weave.claude_code.cwd": "/home/ada/shop" },
});
/** A command that the user did not permit. */
const denied = span({
  ...{ trace_id: "coding/0", span_id: "coding/0/bash", parent_span_id: "coding/0/root", started_at: start + 5_000_100 },
  ...{ operation_name: "execute_tool", tool_name: "Bash", tool_call_arguments: '{"command": "git push"}' },
  events: [
    { name: "weave.permission_resolved", time: start, attributes: { weave: { permission: { approved: false } } } },
  ],
});
/** As Anthropic counts: the cached tokens are not among the input. */
const negative = span({
  ...{ trace_id: "negative/0", span_id: "negative/0/chat", started_at: start + 6_000_000, conversation_id: "negative" },
  ...{ operation_name: "chat", request_model: "claude-sonnet-4-5", input_tokens: 10, cache_read_input_tokens: 5000 },
});

let running: RunningService;
let service: HttpThreadService;
let target: ProjectClient;
const paths: string[] = [];

before(async () => {
  const spans = [...agentSpans, ...longTalk, coding, denied, negative];
  const calls = [turn("thread", "t1", 0, 2)];
  running = await serveCalls(new CallDatabase([{ id: project, calls, objects: [], spans }]), 0);
  const { url, username, password } = running;
  const onRequest = ({ path }: { readonly path: string }) => void paths.push(path);
  service = new HttpThreadService({ url, username, password, network: () => defaultNetwork, fetch, onRequest });
  target = projectClient(service, project);
});

after(async () => {
  await service.close();
  await running.close();
});

async function listed(requested: RequestedConversations) {
  const rows = [];
  for await (const batch of agentSource.list(requested, target, signal)) rows.push(...batch);
  return rows;
}

const ids = async (requested: RequestedConversations) => (await listed(requested)).map(({ id }) => id);
const by = (field: "last_updated" | "total_cost" | "total_tokens" | "error_count") =>
  [
    { field, direction: "desc" },
    { field: "thread_id", direction: "asc" },
  ] as const;

test("rows have the figures of their conversation, in UTC, without the group that is none", async () => {
  let total = 0;
  const rows = await listed({ sort: by("last_updated"), onTotal: (all) => (total = all) });
  assert.equal(total, 11);
  assert.deepEqual(
    rows.map(({ id }) => id),
    ["negative", "coding", "long", "tie a", "tie b", "tie c", "open", "running", "turn fails", "tool fails", "good"],
  );
  const row = (id: string) => rows.find((each) => each.id === id);
  const { agent, ...good } = row("good") ?? {};
  assert.deepEqual(good, {
    ...{ kind: "agent", id: "good", turnCount: 2, startTime: start, startMicroseconds: 0 },
    ...{ lastUpdated: start + 64_000, updatedMicroseconds: 0, firstTurnId: null, lastTurnId: null },
    ...{ p50TurnDuration: null, p99TurnDuration: null, hasRunning: false },
  });
  assert.deepEqual(
    [agent?.name, agent?.opening, agent?.agents, agent?.versions, agent?.models],
    ["Good talk", "question 0", ["helper"], ["v1"], ["gpt-5"]],
  );
  assert.deepEqual(agent?.tokens, { uncached: 240, cacheRead: 160, cacheWrite: 0, output: 40 });
  assert.deepEqual(
    [agent?.spans, agent?.errors, agent?.failedTurns, agent?.open, agent?.rootless, agent?.coding],
    [8, 0, 0, 0, 0, null],
  );
  assert.deepEqual([row("turn fails")?.agent?.failedTurns, row("tool fails")?.agent?.failedTurns], [1, 0]);
  assert.deepEqual([row("open")?.agent?.open, row("coding")?.agent?.coding], [1, "claude"]);
  assert.notEqual(row("open")?.lastUpdated, 0);
});

test("a turn without a root is running if its last end is recent", async () => {
  const [row] = await listed({ threadIds: ["running"] });
  assert.ok(row);
  const lastEnd = row.lastUpdated ?? 0;
  assert.deepEqual([isRunning(row, lastEnd + 599_000), isRunning(row, lastEnd + 600_000)], [true, false]);
  const [good] = await listed({ threadIds: ["good"] });
  assert.equal(good && isRunning(good, good.lastUpdated ?? 0), false);
});

const conditions: readonly (readonly [what: string, requested: RequestedConversations, expected: readonly string[]])[] =
  [
    [
      "a time range keeps conversations whole",
      { after: start + 61_000, before: start + 100_000 },
      ["good", "tool fails"],
    ],
    ["errors", { onlyErrors: true }, ["tool fails", "turn fails"]],
    ["IDs", { threadIds: ["good", "tie b", "no such"] }, ["good", "tie b"]],
    ["an agent", { attributes: [{ attribute: "agent.name", values: ["claude-code"] }] }, ["coding"]],
    ["a version", { attributes: [{ attribute: "agent.version", values: ["2", "3"] }] }, ["coding"]],
    [
      "an attribute",
      { attributes: [{ attribute: "weave.integration.name", values: ["weave-claude-code"] }] },
      ["coding"],
    ],
    [
      "a folder",
      { attributes: [{ attribute: folderAttribute, values: ["/home/ada/shop", "/elsewhere"] }] },
      ["coding"],
    ],
    ["a page", { limit: 2, offset: 3 }, ["negative", "open"]],
  ];
for (const [what, requested, expected] of conditions) {
  test(`conversations are listed by ${what}`, async () => {
    assert.deepEqual(await ids({ sort: [{ field: "thread_id", direction: "asc" }], ...requested }), expected);
  });
}

test("agents sort by tokens, cost and errors; what has no price is last", async () => {
  assert.equal((await ids({ sort: by("total_tokens") }))[0], "long");
  assert.deepEqual((await ids({ sort: by("error_count") })).slice(0, 2), ["tool fails", "turn fails"]);
  const costs = await ids({ sort: by("total_cost") });
  assert.deepEqual([costs[0], costs.at(-1)], ["long", "open"]);
});

test("a cost is shown unless a part of it is negative, and says what it lacks", async () => {
  const text = async (id: string) => {
    const [row] = await listed({ threadIds: [id] });
    const { cost } = row?.agent ?? {};
    return cost && [costText(cost, formats), costNote(cost)];
  };
  assert.deepEqual(await text("good"), ["$0.00072", null]);
  assert.deepEqual(await text("open"), ["–", "The service has no price for the models."]);
  const reason = "The service computes a negative cost: cached tokens are not counted as input.";
  assert.deepEqual(await text("negative"), ["–", reason]);
  const part = { total: 0.0012999999671, input: 0.001, output: 0.0003, isPart: true };
  assert.deepEqual(
    [costText(part, formats), costText({ ...part, isPart: false }, formats)],
    ["at least $0.0013", "$0.0013"],
  );
});

test("the turns of a conversation are its traces; a running one has no end, an open one neither", async () => {
  const turns = async (id: string, sort: typeof latestFirst | typeof earliestFirst, limit = 100) => {
    const found = [];
    for await (const batch of agentSource.turns(id, { sort, limit }, target, signal)) found.push(...batch);
    return found;
  };
  const [first, second] = await turns("running", earliestFirst);
  assert.deepEqual([first?.id, first?.endedAt, first?.status], ["running/0", start + 304_000, "success"]);
  assert.deepEqual([second?.id, second?.endedAt, second?.status], ["running/1", null, "running"]);
  assert.deepEqual(
    (await turns("long", latestFirst, 2)).map(({ id }) => id),
    ["long/59", "long/58"],
  );
  const status = async (id: string) => (await turns(id, earliestFirst)).map((each) => each.status);
  assert.deepEqual([await status("turn fails"), await status("tool fails"), await status("open")].flat(), [
    "error",
    "descendant_error",
    "running",
  ]);
});

test("the spans in a turn are nested below it, in place of its root", async () => {
  const call = await turnOf("tool fails/0");
  const { byTurn, more } = await agentSource.inside([call], { costs: true }, target, signal);
  const inside = byTurn.get("tool fails/0") ?? [];
  assert.deepEqual(
    inside.map(({ id, parentId, op, status }) => [id, parentId, op, status]),
    [
      ["tool fails/0", null, "invoke_agent", "success"],
      ["tool fails/0/chat0", "tool fails/0", "chat", "success"],
      ["tool fails/0/tool", "tool fails/0", "search", "error"],
      ["tool fails/0/chat2", "tool fails/0", "chat", "success"],
    ],
  );
  assert.equal(more, false);
  assert.equal(inside[2]?.exception, "TimeoutError: search timed out");
});

async function turnOf(id: string) {
  const call = await callById(id, target, signal);
  assert.ok(call);
  return call;
}

test("a turn says what its chat has, and the documents of a span are its messages", async () => {
  const [call, other] = [await turnOf("good/0"), await turnOf("good/0/tool")];
  const read = [];
  for await (const batch of readDocuments([call, other], { calls: 10 }, agentSource, target, signal))
    read.push(...batch);
  assert.deepEqual(
    read.map((one) => [
      one.call.id,
      one.kind,
      one.kind === "shown" && (one.value.content?.input[0]?.parts ?? one.value),
    ]),
    [
      ["good/0", "shown", [{ kind: "text", text: "question 0" }]],
      ["good/0/tool", "shown", { inputs: { q: 1 }, output: "3 hits" }],
    ],
  );
  const text = await documentText({ callId: "good/0/chat2", document: "inputs" }, target, signal);
  assert.match(text ?? "", /"role": "user"[\s\S]*"question 0"/);
  const summary = await documentText({ callId: "good/0/chat2", document: "summary" }, target, signal);
  assert.match(summary ?? "", /"cache_read": 40[\s\S]*"cache_read": 0.000005/);
  assert.equal(await documentText({ callId: "nothing", document: "inputs" }, target, signal), null);
});

test("the latest turns are read together, 50 at a time, and any others one by one", async () => {
  const turns: Call[] = [];
  for await (const batch of agentSource.turns("long", { sort: earliestFirst }, target, signal)) turns.push(...batch);
  const chats = async (chosen: typeof turns) => {
    paths.length = 0;
    const found = await agentSource.messages?.(chosen, target, signal);
    assert.equal(found?.size, chosen.length);
    return paths.filter((path) => path.endsWith("/chat")).map((path) => path.split("/")[2]);
  };
  assert.deepEqual(await chats(turns.slice(-5)), ["conversations"]);
  assert.deepEqual(await chats(turns.slice(0, 2)), ["conversations", "traces", "traces"]);
  assert.deepEqual(await chats(turns), ["conversations", "conversations"]);
});

test("a conversation is written as a whole", async () => {
  const { turns } = await readThread({ kind: "agent", id: "good" }, target, { report: () => undefined }, signal);
  const text = transcript("good", project, await withSteps({ kind: "agent", id: "good" }, turns, target, signal));
  assert.match(text, /question 0[\s\S]*search[\s\S]*3 hits[\s\S]*answer 0[\s\S]*question 1[\s\S]*answer 1/);
});

test("a tool that the user did not permit says so", async () => {
  const { turns } = await readThread({ kind: "agent", id: "coding" }, target, { report: () => undefined }, signal);
  const text = transcript("coding", project, await withSteps({ kind: "agent", id: "coding" }, turns, target, signal));
  assert.match(text, /Bash[\s\S]*git push[\s\S]*Permission denied\./);
});

test("more conversations than one request returns are all listed", async () => {
  const many = "acme/many";
  const spans = Array.from({ length: 1001 }, (_, at) =>
    span({ trace_id: `${at}`, span_id: `${at}`, conversation_id: `${at}`, started_at: start }),
  );
  const other = await serveCalls(new CallDatabase([{ id: many, calls: [], objects: [], spans }]), 0);
  const { url, username, password } = other;
  const settings = { url, username, password, network: () => defaultNetwork, fetch, onRequest: () => undefined };
  const itsService = new HttpThreadService(settings);
  const client = projectClient(itsService, many);
  const found = async (requested: RequestedConversations) => {
    const rows = new Set<string>();
    for await (const batch of agentSource.list({ ...requested, sort: by("last_updated") }, client, signal))
      for (const { id } of batch) rows.add(id);
    return rows.size;
  };
  assert.deepEqual([await found({}), await found({ offset: 1, limit: 1000 })], [1001, 1000]);
  await itsService.close();
  await other.close();
});

test("the attributes of a project and their values can be selected", async () => {
  assert.deepEqual(await service.ask(listAttributes, { project, limit: 10 }, signal), [
    "weave.claude_code.cwd",
    "weave.integration.name",
  ]);
  const values = (attribute: string) => service.ask(attributeValues, { project, attribute, limit: 10 }, signal);
  assert.deepEqual(await values("agent.version"), ["2", "v1"]);
  assert.deepEqual(await values(folderAttribute), ["/home/ada/shop"]);
});

test("the list has both kinds, and asks for the opening message of rows without one", async () => {
  const list = new ThreadList({ now: () => start, pageSize: () => 50 });
  list.reset(target, everyThread);
  await list.refresh();
  const rows = shownValue(list.load)?.threads ?? [];
  assert.deepEqual([rows.length, rows[0]?.kind], [12, "thread"]);
  const semaphore = new Semaphore(2);
  const messages = new FirstMessages({
    ...{ threads: list, route: new CallRoute(), now: () => start, semaphore: () => semaphore, wanted: () => true },
  });
  messages.reset(target);
  await messages.check();
  const known = rows.map((row) => [row.id, messages.of(row)] as const);
  assert.deepEqual(Object.fromEntries(known.slice(1)), {
    ...{ negative: "", coding: "", long: "question 0", "tie a": "question 0", "tie b": "question 0" },
    ...{ "tie c": "question 0", open: "question 0", running: "question 0", "turn fails": "question 0" },
    ...{ "tool fails": "question 0", good: "Good talk" },
  });
});

test("failed spans are grouped by tool and type, and an error lists its conversations", async () => {
  const asOf = start + 7_200_000;
  const all = await findAgentErrors(target, { filter: unfiltered, asOf }, signal);
  const shown = all.map(({ operation, tool, type, spans, conversations }) => {
    return [operation, tool, type, spans, conversations];
  });
  assert.deepEqual(shown, [
    ["invoke_agent", "", "RuntimeError", 1, 1],
    ["execute_tool", "search", "TimeoutError", 1, 1],
  ]);
  assert.equal(agentErrorItem(all[1] ?? assert.fail(), formats, asOf).label, "$(error) 1 span  search: TimeoutError");
  const named: ThreadFilter[] = [
    { ...unfiltered, threadIds: ["turn fails"] },
    { ...unfiltered, attributes: [{ attribute: "tool_name", values: ["search"] }] },
    { ...unfiltered, time: { kind: "custom", text: "2026-09-21T14:32:30Z to 2026-09-21T14:34:30Z" } },
  ];
  const types = async (filter: ThreadFilter) =>
    (await findAgentErrors(target, { filter, asOf }, signal)).map(({ type }) => type);
  assert.deepEqual(await Promise.all(named.map(types)), [["RuntimeError"], ["TimeoutError"], ["RuntimeError"]]);
  for (const [at, expected] of [["turn fails"], ["tool fails"]].entries()) {
    const { kind, attributes = [] } = conversationsOfError(all[at] ?? assert.fail(), unfiltered);
    assert.deepEqual([kind, await ids({ attributes, onlyErrors: true })], ["agent", expected]);
  }
});

test("a service without the Agents API has no agents, and is asked again only after a refresh", async (t) => {
  const missing: string[] = [];
  const { createServer } = await import("node:http");
  const server = createServer((incoming, outgoing) => {
    missing.push(incoming.url ?? "");
    outgoing.writeHead(404, { "content-type": "application/json" }).end('{"detail":"Not Found"}');
  });
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  const address = server.address();
  const url = `http://127.0.0.1:${typeof address === "object" ? address?.port : ""}`;
  const older = new HttpThreadService({
    ...{ url, username: "api", password: "k", network: () => defaultNetwork, fetch, onRequest: () => undefined },
  });
  t.after(async () => {
    await older.close();
    server.close();
  });
  const client = projectClient(older, project);
  const ask = async () => {
    for await (const _ of agentSource.list({}, client, signal)) assert.fail("it has none");
  };
  await ask();
  await ask();
  assert.deepEqual(await findAgentErrors(client, { filter: unfiltered, asOf: start }, signal), []);
  assert.deepEqual(missing, ["/agents/spans/query"]);
  client.agentRoute.reset();
  await ask();
  assert.equal(missing.length, 2);
});

test("a text is found in turns of conversations, each once, with its case", async () => {
  const found = async (text: string, limit = 20, offset = 0) => {
    const turns: string[] = [];
    let more = false;
    const requested = { text, bounds: {}, limit, offset, onMore: () => (more = true) };
    for await (const batch of agentSource.find?.(requested, target, signal) ?? [])
      turns.push(...batch.map(({ id, conversation }) => `${conversation?.id}: ${id}`));
    return [...turns.toSorted(), more];
  };
  assert.deepEqual(await found("answer 59"), ["long: long/59", false]);
  assert.deepEqual(await found("ANSWER 59"), [false]);
  assert.deepEqual(await found("question 1", 2, 0), ["long: long/18", "long: long/19", true]);
  const untagged = await found("question 0", 20);
  assert.ok(untagged.includes("tool fails: tool fails/0"), "by its trace");
  assert.ok(!untagged.some((text) => String(text).includes("undefined")));
});
