import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { projectClient } from "../../../../src/core/conversations/conversationSources.ts";
import { threadSource } from "../../../../src/core/conversations/threadSource.ts";
import {
  type ConversationGaps,
  conversationCalls,
  conversationText,
} from "../../../../src/core/export/conversationText.ts";
import { gapsText } from "../../../../src/core/export/exportNotices.ts";
import type { ConversationSource } from "../../../../src/core/port/conversationSource.ts";
import type { ProjectClient } from "../../../../src/core/port/projectClient.ts";
import { type ConversationKey, threadKey } from "../../../../src/core/query/conversationKey.ts";
import { defaultNetwork } from "../../../../src/core/settings/network.ts";
import { createFormats } from "../../../../src/core/text/format.ts";
import { type RunningService, serveCalls } from "../../../../src/localService/http/server.ts";
import { CallDatabase } from "../../../../src/localService/query/database.ts";
import { HttpThreadService } from "../../../../src/service/client.ts";
import { agentSpans } from "../../localService/agents/agentSpans.ts";
import { call, turn } from "../../localService/testService.ts";

const { signal } = new AbortController();
const project = "acme/desk";
const turns = Array.from({ length: 45 }, (_, at) => turn("t/1", `turn ${at}`, 10 * at, 10 * at + 5));
const calls = turns.flatMap((one, at) => {
  const inside = { trace_id: one.id, thread_id: "t/1", turn_id: one.id, parent_id: one.id };
  const step = call({
    ...inside,
    id: `step ${at}`,
    started_at: one.started_at + 10,
    inputs: { at, text: "\u2028\ud800" },
  });
  return [{ ...one, inputs: { question: at }, output: "x".repeat(at === 7 ? 300_000 : 10) }, step];
});
let running: RunningService;
let service: HttpThreadService;
let target: ProjectClient;

before(async () => {
  running = await serveCalls(new CallDatabase([{ id: project, calls, objects: [], spans: agentSpans }]), 0);
  const { url, username, password } = running;
  const onRequest = () => undefined;
  service = new HttpThreadService({ url, username, password, network: () => defaultNetwork, fetch, onRequest });
  target = projectClient(service, project);
});

after(async () => {
  await service.close();
  await running.close();
});

async function exported(key: ConversationKey, from: ProjectClient = target) {
  const gaps: ConversationGaps = { turns: false, calls: [], documents: [] };
  const facts = { key, project, service: running.url, exportedAt: 0 };
  const pieces: string[] = [];
  for await (const piece of conversationText(conversationCalls(key, from, gaps, signal), facts, gaps))
    pieces.push(piece);
  return { gaps, pieces, document: JSON.parse(pieces.join("")) };
}

async function asked(path: string, body: object): Promise<string> {
  const authorization = `Basic ${Buffer.from(`${running.username}:${running.password}`).toString("base64")}`;
  const headers = { authorization, "content-type": "application/json" };
  const sent = JSON.stringify({ project_id: project, ...body });
  return await (await fetch(running.url + path, { method: "POST", headers, body: sent })).text();
}

test("a thread is exported with all that the service has of its calls, turn by turn in pieces", async () => {
  const { document, gaps, pieces } = await exported(threadKey("t/1"));
  const { turns: written, ...facts } = document;
  assert.deepEqual(facts, {
    ...{
      kind: "thread",
      id: "t/1",
      project_id: project,
      service: running.url,
      exported_at: "1970-01-01T00:00:00.000Z",
    },
    ...{ started_at: "2026-11-03T10:00:00.000Z", ended_at: "2026-11-03T10:07:25.000Z", complete: true },
  });
  const lines = (await asked("/calls/stream_query", { filter: { thread_ids: ["t/1"] } })).trim().split("\n");
  const stored = new Map(lines.map((line) => [JSON.parse(line).id, JSON.parse(line)]));
  assert.equal(stored.size, 90);
  assert.deepEqual(
    written.map(({ id }: { id: string }) => id),
    turns.map(({ id }) => id),
  );
  const all = written.flatMap(
    ({ id, calls: inside }: { id: string; calls: readonly { id: string; turn_id: string }[] }) => {
      assert.deepEqual(new Set(inside.map(({ turn_id }) => turn_id)), new Set([id]));
      return inside;
    },
  );
  assert.deepEqual(
    all.map(({ id, inputs, output }: { id: string; inputs: unknown; output: unknown }) => ({ id, inputs, output })),
    turns
      .flatMap(({ id }, at) => [id, `step ${at}`])
      .map((id) => {
        const { inputs, output } = stored.get(id);
        return { id, inputs, output };
      }),
  );
  assert.ok(pieces.length > 90 && Math.max(...pieces.map(({ length }) => length)) < 301_000);
  assert.equal(gapsText(gaps, createFormats("en")), "");
});

test("an agent conversation is exported with its chat and its spans", async () => {
  const { document } = await exported({ kind: "agent", id: "good" });
  const { spans } = JSON.parse(
    await asked("/agents/spans/query", {
      query: {
        $expr: { $in: [{ $getField: "trace_id" }, document.turns.map(({ id }: { id: string }) => ({ $literal: id }))] },
      },
      include_details: true,
    }),
  );
  assert.deepEqual([document.turns.length, document.complete, spans.length], [2, true, 8]);
  for (const { id, calls: written, messages } of document.turns) {
    const chat = JSON.parse(await asked("/agents/traces/chat", { trace_id: id }));
    assert.deepEqual(
      messages.map(({ span_id, text, result }: Record<string, unknown>) => [span_id, text ?? result ?? null]),
      chat.messages.map((each: Record<string, unknown>) => {
        const said = Object(each.user_message ?? each.assistant_message ?? each.tool_call);
        return [each.span_id, said.text ?? said.tool_result ?? null];
      }),
    );
    const own = spans.filter((span: { trace_id: string }) => span.trace_id === id);
    // The turn stands for its root.
    assert.equal(written.length, own.length);
    for (const { id: spanId, output } of written.slice(1)) {
      const span = own.find((each: { span_id: string }) => each.span_id === spanId);
      const text = JSON.stringify(output) ?? "";
      for (const said of span.output_messages ?? [])
        assert.ok(text.includes(JSON.parse(said.content)[0].content), text);
    }
  }
});

test("calls that do not fit and calls beyond the limit are named in the file, and other failures end the export", async () => {
  const source = (changes: Partial<ConversationSource>): ProjectClient => ({
    ...target,
    sources: [{ ...threadSource, ...changes }],
  });
  const small = source({
    documents: (requested, from, until) => threadSource.documents({ ...requested, mostBytes: 250_000 }, from, until),
    inside: async (given, requested, from, until) => {
      const found = await threadSource.inside(given, requested, from, until);
      return { ...found, more: given.some(({ id }) => id === "turn 3") };
    },
  });
  const { document, gaps } = await exported(threadKey("t/1"), small);
  assert.deepEqual(
    [document.complete, document.missing],
    [false, { turns: false, calls_of_turns: ["turn 3"], inputs_and_output_of: ["turn 7"] }],
  );
  const lost = document.turns[7].calls;
  assert.deepEqual([lost[0].output, lost[1].inputs], [null, { at: 7, text: "\u2028\ud800" }]);
  assert.match(
    gapsText(gaps, createFormats("en")),
    /^Missing: calls of turns .*: 1\. Without inputs and output, .*: 1\.$/,
  );
  await running.close();
  await assert.rejects(exported(threadKey("t/1")), { name: "ServiceError" });
});

test("a conversation without turns has no rows", async () => {
  const { document } = await exported(threadKey("t/1"), { ...target, sources: [] });
  assert.deepEqual([document.turns, document.started_at], [[], null]);
});
