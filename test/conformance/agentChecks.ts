import { createHash } from "node:crypto";
import { spanById } from "../../src/core/agents/agentTurns.ts";
import { earliestFirst } from "../../src/core/calls/failedCalls.ts";
import { agentSource } from "../../src/core/conversations/agentSource.ts";
import { unfiltered } from "../../src/core/conversations/threadSelection.ts";
import { findAgentErrors } from "../../src/core/errors/foundErrors.ts";
import type { RequestedConversations } from "../../src/core/port/conversationSource.ts";
import { attributeValues, listAttributes, listSpans, readChat } from "../../src/core/port/operations.ts";
import type { ProjectClient } from "../../src/core/port/projectClient.ts";
import { folderAttribute } from "../../src/core/query/agentQueries.ts";
import { agentSortFields, type SortField } from "../../src/core/query/threadQuery.ts";
import { type SpanRow, span } from "../../src/localService/agents/span.ts";
import { agentSpans, agentTurn } from "../unit/localService/agents/agentSpans.ts";
import type { Check, Part, Requested } from "./check.ts";
import type { Post } from "./insertion.ts";

/** Apart from the project of the calls: its lists would have both kinds. */
export const agentProject = "acme/agents";

const start = Date.UTC(2026, 8, 21, 14, 30);
const text = (role: string, content: string) => ({ role, content: JSON.stringify([{ type: "text", content }]) });

const hex = (id: string, digits: number) =>
  id === "" ? "" : createHash("sha256").update(id).digest("hex").slice(0, digits);

/** The spans of the unit tests, and what they have no case of. */
export const spans: readonly SpanRow[] = [
  ...agentSpans,
  ...Array.from({ length: 60 }, (_, at) => agentTurn("long", at, 1000 + 10 * at, { tagsAll: true })).flat(),
  ...agentTurn("conv/slash ünï?&#%", 0, 2000),
  ...lead(),
  span({
    ...{ trace_id: "negative", span_id: "negative/chat", span_name: "chat", started_at: start + 6_000_000 },
    ...{ conversation_id: "negative", operation_name: "chat", request_model: "claude-sonnet-4-5" },
    ...{ input_tokens: 10, cache_read_input_tokens: 5000 },
  }),
].map((each) => ({
  ...each,
  trace_id: hex(each.trace_id, 32),
  span_id: hex(each.span_id, 16),
  parent_span_id: hex(each.parent_span_id, 16),
}));

/** A coding agent with a sub-agent, a compaction and reasoning. */
function lead(): readonly SpanRow[] {
  const own = {
    trace_id: "lead",
    conversation_id: "lead",
    custom_attrs_string: { "weave.integration.name": "claude" },
  };
  const at = (seconds: number) => ({
    started_at: start + 5_000_000 + seconds * 1000,
    ended_at: start + 5_000_500 + seconds * 1000,
  });
  const chat = (id: string, parent: string, seconds: number, changes: Partial<SpanRow>) =>
    span({
      ...{ ...own, ...at(seconds), span_id: id, parent_span_id: parent, span_name: "chat", operation_name: "chat" },
      ...{ request_model: "claude-sonnet-4-5", input_tokens: 100, output_tokens: 10, cache_creation_input_tokens: 20 },
      input_messages: [text("user", "look into it")],
      ...changes,
    });
  return [
    span({
      ...{ ...own, ...at(0), span_id: "lead/root", span_name: "invoke_agent lead", operation_name: "invoke_agent" },
      ...{ ended_at: start + 5_020_000, agent_name: "lead", agent_version: "2", compaction_summary: "So far." },
      ...{ compaction_items_before: 12, compaction_items_after: 3 },
      custom_attrs_string: { ...own.custom_attrs_string, "weave.claude_code.cwd": "/home/ada/shop" },
    }),
    chat("lead/thinks", "lead/root", 1, { reasoning_content: "Ask the other one." }),
    span({
      ...{ ...own, ...at(2), span_id: "lead/sub", parent_span_id: "lead/root", span_name: "invoke_agent sub" },
      ...{ ended_at: start + 5_008_000, operation_name: "invoke_agent", agent_name: "sub" },
    }),
    span({
      ...{ ...own, ...at(3), span_id: "lead/tool", parent_span_id: "lead/sub", span_name: "execute_tool grep" },
      ...{ operation_name: "execute_tool", tool_name: "grep", tool_call_arguments: '{"q":"x"}', tool_call_result: "2" },
    }),
    span({
      ...{ ...own, ...at(4), span_id: "lead/denied", parent_span_id: "lead/root", span_name: "execute_tool bash" },
      ...{ operation_name: "execute_tool", tool_name: "bash", tool_call_arguments: '{"command":"git push"}' },
      events: [
        {
          ...{ name: "weave.permission_resolved", time: at(4).ended_at },
          attributes: { weave: { permission: { approved: false } } },
        },
      ],
    }),
    chat("lead/sub/said", "lead/sub", 5, { output_messages: [text("assistant", "Two places.")] }),
    chat("lead/said", "lead/root", 9, { output_messages: [text("assistant", "Found two places.")] }),
  ];
}

export async function insertSpans(post: Post): Promise<void> {
  await post("/spans", { project_id: agentProject, spans });
}

const ofAgents = (requested: Requested): ProjectClient => ({ ...requested, project: agentProject });

const check = (name: string, ask: (target: ProjectClient, signal: AbortSignal) => Promise<unknown>): Check => ({
  name,
  ask: (requested, signal) => ask(ofAgents(requested), signal),
});

/** A list with its total, in pages of 5 if it has no limit. */
function list(name: string, given: RequestedConversations): Check {
  return check(`the list ${name}`, async (target, signal) => {
    const rows: unknown[] = [];
    let total = 0;
    const requested = { sort: [{ field: "thread_id", direction: "asc" }] as const, limit: 5, ...given };
    const onTotal = (all: number) => {
      total = all;
    };
    for (let offset = requested.offset ?? 0; ; offset += requested.limit) {
      const before = rows.length;
      for await (const batch of agentSource.list({ ...requested, offset, onTotal }, target, signal))
        rows.push(...batch);
      if (rows.length === before || given.limit !== undefined) return { total, rows };
    }
  });
}

const sorts: readonly SortField[] = ["last_updated", "start_time", "turn_count", "thread_id", ...agentSortFields];
const ids = [
  "good",
  "tool fails",
  "turn fails",
  "running",
  "open",
  "tie a",
  "long",
  "lead",
  "conv/slash ünï?&#%",
  "nobody",
];

const texts = ["question 0", "QUESTION", "answer 59", "3 hits", "Two places", "%", "_", "no such text"];

/** The Agents API: every field that the client reads, of every state of a conversation. */
export const agentChecks: Part = {
  title: "Agent conversations",
  checks: ({ table }) => (table === "merged" ? all() : []),
};

function all(): readonly Check[] {
  return [
    ...sorts.flatMap((field) =>
      (["asc", "desc"] as const).map((direction) => {
        const sort = [
          { field, direction },
          { field: "thread_id", direction: "asc" },
        ] as const;
        return list(`by ${field}, ${direction}`, { sort: field === "thread_id" ? [sort[0]] : sort });
      }),
    ),
    list("with errors", { onlyErrors: true }),
    list("of some IDs", { threadIds: ["good", "conv/slash ünï?&#%", "nobody"] }),
    list("since a moment", { after: start + 100_000 }),
    list("in a range", { after: start + 61_000, before: start + 310_000 }),
    list("beyond its end", { offset: 500, limit: 5 }),
    list("of an agent", { attributes: [{ attribute: "agent.name", values: ["lead", "nobody"] }] }),
    list("of a version", { attributes: [{ attribute: "agent.version", values: ["v1"] }] }),
    list("of an attribute", { attributes: [{ attribute: "weave.integration.name", values: ["claude"] }] }),
    list("of an error", {
      onlyErrors: true,
      attributes: [
        { attribute: "tool_name", values: ["search"] },
        { attribute: "error_type", values: ["TimeoutError"] },
      ],
    }),
    list("of a folder", { attributes: [{ attribute: folderAttribute, values: ["/home/ada/shop"] }] }),
    list("of two conditions", {
      attributes: [
        { attribute: "agent.name", values: ["sub"] },
        { attribute: "agent.version", values: ["2"] },
      ],
    }),
    ...ids.flatMap((id) => [
      check(`the turns of ${id}`, async (target, signal) => {
        const turns = [];
        for await (const batch of agentSource.turns(id, { sort: earliestFirst }, target, signal)) turns.push(...batch);
        return turns;
      }),
      check(`the chat of ${id}`, ({ service, project }, signal) =>
        service.ask(readChat, { project, conversationId: id, limit: 50, offset: 0 }, signal),
      ),
      check(`what the turns of ${id} say`, async (target, signal) => {
        const turns = [];
        for await (const batch of agentSource.turns(id, { sort: earliestFirst }, target, signal)) turns.push(...batch);
        return [...((await agentSource.messages?.(turns, target, signal)) ?? [])].toSorted(([a], [b]) =>
          a < b ? -1 : 1,
        );
      }),
      check(`the opening message of ${id}`, async (target, signal) => {
        for await (const [row] of agentSource.list({ threadIds: [id], limit: 1 }, target, signal))
          return row === undefined ? null : await agentSource.opening?.(row, target, signal);
        return null;
      }),
    ]),
    check("a page of a chat", ({ service, project }, signal) =>
      service.ask(readChat, { project, conversationId: "long", limit: 3, offset: 57 }, signal),
    ),
    check("the chat of a trace", ({ service, project }, signal) =>
      service.ask(readChat, { project, traceId: hex("lead", 32) }, signal),
    ),
    check("the chat of an unknown trace", ({ service, project }, signal) =>
      service.ask(readChat, { project, traceId: "0".repeat(32) }, signal),
    ),
    check("the chat of too many turns", ({ service, project }, signal) =>
      service.ask(readChat, { project, conversationId: "long", limit: 51, offset: 0 }, signal),
    ),
    ...["lead", "tool fails/0", "open/0", "running/1"].map((trace) =>
      check(`the spans of ${trace}`, ({ service, project }, signal) =>
        service.ask(listSpans, { project, traceIds: [hex(trace, 32)], limit: 100, details: true }, signal),
      ),
    ),
    check(
      "the failed spans of a conversation",
      async (target, signal) => await agentSource.failures?.("turn fails", target, signal),
    ),
    ...[unfiltered, { ...unfiltered, threadIds: ["tool fails", "nobody"] }].map((filter) =>
      check(`the errors of ${filter.threadIds.length} conversations`, (target, signal) =>
        findAgentErrors(target, { filter, asOf: start }, signal),
      ),
    ),
    check("a span by its ID", (target, signal) =>
      spanById(hex("lead/tool", 16), target, signal).then((found) => found ?? null),
    ),
    check("the number of spans", ({ service, project }, signal) =>
      service.ask(listSpans, { project, limit: 0, details: false }, signal),
    ),
    ...["agent.name", "agent.version", "weave.integration.name", folderAttribute, "nothing"].map((attribute) =>
      check(`the values of ${attribute}`, ({ service, project }, signal) =>
        service.ask(attributeValues, { project, attribute, limit: 20 }, signal),
      ),
    ),
    check("the attributes", ({ service, project }, signal) =>
      service.ask(listAttributes, { project, limit: 20 }, signal),
    ),
    ...texts.map((each) =>
      check(`turns with ${each}`, async (target, signal) => {
        const found: string[] = [];
        const requested = { text: each, bounds: {}, limit: 100, offset: 0, onMore: () => found.push("more") };
        for await (const batch of agentSource.find?.(requested, target, signal) ?? [])
          found.push(...batch.map(({ id }) => id));
        return found.toSorted();
      }),
    ),
  ];
}
