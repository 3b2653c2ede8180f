import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { mostCharacters } from "../../../../src/core/chatTools/framedText.ts";
import type { ToolName } from "../../../../src/core/chatTools/toolInputs.ts";
import { type RequestedTool, tools } from "../../../../src/core/chatTools/tools.ts";
import { projectClient } from "../../../../src/core/conversations/conversationSources.ts";
import { createFeedback, listAgentTurns, queryCalls, queryThreads } from "../../../../src/core/port/operations.ts";
import { opName } from "../../../../src/core/query/call.ts";
import { sampleProjects } from "../../../../src/core/query/projectId.ts";
import { defaultNetwork } from "../../../../src/core/settings/network.ts";
import { createFormats } from "../../../../src/core/text/format.ts";
import type { RunningService } from "../../../../src/localService/http/server.ts";
import { startSampleService } from "../../../../src/localService/sampleService.ts";
import { HttpThreadService } from "../../../../src/service/client.ts";
import { collect } from "../../service/threads.ts";

const { signal } = new AbortController();
const [project] = sampleProjects;
const now = Date.UTC(2026, 10, 20, 12);
const context = { project, formats: createFormats("en"), now };
let running: RunningService;
let service: HttpThreadService;

before(async () => {
  running = await startSampleService({ port: 0, threads: 120, calls: 2000, agents: 12, seed: 7, now: new Date(now) });
  const { url, username, password } = running;
  const onRequest = () => undefined;
  service = new HttpThreadService({ url, username, password, network: () => defaultNetwork, fetch, onRequest });
});

after(async () => {
  await service.close();
  await running.close();
});

function requested(name: ToolName, input: unknown): RequestedTool {
  const read = tools[name](input, context);
  assert.ok(typeof read !== "string", String(read));
  return read;
}

async function rows(name: ToolName, input: unknown): Promise<{ head: string; rows: readonly object[]; rest: string }> {
  const { head, data, rest } = await requested(name, input).run(projectClient(service, project), signal);
  return {
    head,
    rows: data
      .trimEnd()
      .split("\n")
      .filter(Boolean)
      .map((line) => Object(JSON.parse(line))),
    rest,
  };
}

test("threads are listed in the asked order, page by page", async () => {
  const all = (await collect(service.rows(queryThreads, { project }, signal))).flat();
  const byTurns = all.toSorted((a, b) => b.turnCount - a.turnCount).map(({ turnCount }) => turnCount);
  const input = { time_range: "all", sort_by: "turn_count", limit: 50 };
  const first = await rows("weave_list_threads", input);
  const second = await rows("weave_list_threads", { ...input, offset: 50 });
  const counts = [...first.rows, ...second.rows].map((row) => Object(row).turn_count);
  // The service leaves out threads after it has cut the page.
  assert.ok(counts.length > 90);
  assert.deepEqual(counts, byTurns.slice(0, counts.length));
  assert.match(first.rest, /offset 50;/);
  const beyond = await rows("weave_list_threads", { ...input, offset: 500 });
  assert.deepEqual([beyond.rows, beyond.rest], [[], ""]);
});

test("counts and lists of calls agree with the service's calls", async () => {
  const calls = (await collect(service.rows(queryCalls, { project }, signal))).flat();
  const failed = calls.filter(({ status }) => status === "error");
  const [[op] = assert.fail("no call failed")] = [...Map.groupBy(failed, (one) => one.op)].toSorted(
    ([, a], [, b]) => b.length - a.length,
  );
  const input = { op_names: [opName(op)], status: ["error"] };
  const expected = failed.filter((one) => opName(one.op) === opName(op));
  const count = await rows("weave_count_calls", input);
  assert.deepEqual(count.rows, [{ count: expected.length, is_exact: true, remarks: [] }]);
  const listed = await rows("weave_find_calls", { ...input, limit: 2 });
  const next = await rows("weave_find_calls", { ...input, limit: 50, offset: 2 });
  const latest = expected.toSorted((a, b) => b.startedAt - a.startedAt || (a.id < b.id ? 1 : -1)).map(({ id }) => id);
  assert.ok(latest.length > 2);
  assert.deepEqual(
    [...listed.rows, ...next.rows].map((row) => Object(row).id),
    latest.slice(0, 52),
  );
  assert.match(listed.rest, /offset 2\./);
  for (const row of listed.rows) assert.ok(Object(row).exception.length > 10);
});

test("errors are grouped as in the Errors list, and their numbers are those of the calls", async () => {
  const calls = (await collect(service.rows(queryCalls, { project }, signal))).flat();
  const failed = calls.filter(({ status }) => status === "error");
  const all = await rows("weave_list_errors", { time_range: "all", limit: 50 });
  const sum = all.rows.reduce((total, row) => total + Object(row).failed_calls, 0);
  assert.equal(sum, failed.length);
  assert.match(all.head, new RegExp(`All ${failed.length} failed calls`));
  for (const row of all.rows) {
    const { op, latest_call_ids: ids, calls_of_op: ofOp } = Object(row);
    assert.ok(ids.every((id: string) => failed.some((one) => one.id === id)));
    assert.equal(ofOp, calls.filter((one) => opName(one.op) === opName(op)).length);
  }
  const one = await rows("weave_list_errors", { time_range: "all", limit: 1 });
  assert.equal(one.rows.length, 1);
  assert.match(one.rest, /groups are left out/);
});

test("a conversation is read in parts that together are all of its turns", async () => {
  const threads = (await collect(service.rows(queryThreads, { project }, signal))).flat();
  const [longest = assert.fail("no thread")] = threads.toSorted((a, b) => b.turnCount - a.turnCount);
  const turns: string[] = [];
  let from: object = {};
  for (let answers = 0; ; answers += 1) {
    assert.ok(answers < 100);
    const input = { thread_id: longest.id, ...from };
    const { data, rest } = await requested("weave_read_conversation", input).run(
      projectClient(service, project),
      signal,
    );
    assert.ok(data.length <= mostCharacters + 100);
    turns.push(...[...data.matchAll(/^## Turn (\d+)/gm)].map(([, number = ""]) => number));
    if (rest === "") break;
    const [, turn, character] = /from_turn (\d+) and from_character (\d+)\.$/.exec(rest) ?? assert.fail(rest);
    from = { from_turn: Number(turn), from_character: Number(character) };
  }
  assert.deepEqual(
    turns,
    Array.from({ length: longest.turnCount }, (_, at) => String(at + 1)),
  );
  const beyond = await rows("weave_read_conversation", { thread_id: longest.id, from_turn: 9999 });
  assert.match(beyond.head, new RegExp(`has ${longest.turnCount} turns`));
  assert.match((await rows("weave_read_conversation", { thread_id: "none" })).head, /^No turns/);
});

test("agent conversations are listed and read with their kind", async () => {
  const input = { kind: "agent", time_range: "all", sort_by: "error_count" };
  const { head, rows: listed } = await rows("weave_list_threads", input);
  assert.match(head, /^Agent conversations in .* by error_count desc: \d+,/);
  const errors = listed.map((row) => Object(row).error_count);
  assert.ok(errors.length > 5 && errors[0] > 0);
  assert.deepEqual(
    errors,
    errors.toSorted((a, b) => b - a),
  );
  assert.match(requested("weave_list_threads", input).words, /^list agent conversations \(/);
  const { conversation_id, turn_count, agent_names } = Object(listed[0]);
  assert.ok(agent_names.length > 0);
  const read = requested("weave_read_conversation", { kind: "agent", thread_id: conversation_id });
  const { head: about, data } = await read.run(projectClient(service, project), signal);
  assert.match(about, new RegExp(`^Conversation of an agent in .* of ${turn_count} turns\\.$`));
  assert.match(data, /^## Turn 1/m);
  assert.match(data, /\*\*User\*\*|^#+ User/im);
  assert.match((await rows("weave_read_conversation", { thread_id: conversation_id })).head, /^No turns/);
  const about1 = { project, target: { kind: "agent_turn", id: "" }, conversationId: conversation_id, id: "n" } as const;
  const [turn] = await service.ask(
    listAgentTurns,
    { project, conversationId: conversation_id, latestFirst: false, limit: 1 },
    signal,
  );
  const note = {
    ...about1,
    target: { ...about1.target, id: turn?.id ?? "" },
    kind: "note",
    value: "Wrong file.",
  } as const;
  await service.ask(createFeedback, note, signal);
  const noted = await read.run(projectClient(service, project), signal);
  assert.match(noted.data, /Feedback:\n(?:- .*\n)*- Wrong file\. \(local, /);
  const failed = await rows("weave_list_errors", { kind: "agent", time_range: "all" });
  assert.match(failed.head, /^Failed spans of agent conversations /);
  const sum = failed.rows.reduce((total, row) => total + Object(row).failed_spans, 0);
  assert.equal(
    sum,
    errors.reduce((total, count) => total + count, 0),
  );
});
