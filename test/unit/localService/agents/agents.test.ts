import assert from "node:assert/strict";
import { test } from "node:test";
import * as z from "zod";
import { sampleProject } from "../../../../src/localService/data/sampleProject.ts";
import { supportWorkload } from "../../../../src/localService/data/supportWorkload.ts";
import { now } from "../generated.ts";
import { project, serveProjects, type TestService } from "../testService.ts";
import { agentSpans } from "./agentSpans.ts";

const group = z.looseObject({
  group_keys: z.record(z.string(), z.string()),
  metrics: z.record(z.string(), z.unknown()),
  first_message: z.nullable(z.object({ text: z.string() })),
});
const grouped = z.object({ groups: z.array(group), total_count: z.number() });

const byConversation = [{ source: "column", key: "conversation_id" }];
const getField = (field: string) => ({ $getField: field });
const is = (field: string, value: string) => ({ $eq: [getField(field), { $literal: value }] });
const tagged = { $expr: { $not: [is("conversation_id", "")] } };
const measures = [
  { alias: "turns", aggregation: "count_distinct", value: { key: "trace_id" } },
  { alias: "last_end", aggregation: "max", value: { key: "ended_at" } },
  { alias: "roots", aggregation: "count", filter: { $expr: is("parent_span_id", "") } },
  { alias: "open", aggregation: "count", filter: { $expr: { $lt: [getField("ended_at"), { $literal: 1 }] } } },
];

async function requested(context: Parameters<typeof serveProjects>[0], spans = agentSpans) {
  const service = await serveProjects(context, [{ id: project, calls: [], objects: [], spans }]);
  return (path: string, body: object) => answered(service, path, body);
}

async function answered(service: TestService, path: string, body: object): Promise<unknown> {
  const { status, text } = await service.post(path, { project_id: project, ...body });
  return status === 200 ? JSON.parse(text) : { status, ...JSON.parse(text) };
}

test("conversations are groups of spans with the figures and times of the service", async (context) => {
  const ask = await requested(context);
  const all = grouped.parse(
    await ask("/agents/spans/query", {
      ...{ group_by: byConversation, query: tagged, measures, include_costs: true },
      sort_by: [{ field: "last_end" }, { field: "conversation_id", direction: "asc" }],
    }),
  );
  assert.equal(all.total_count, 8);
  assert.deepEqual(
    all.groups.map(({ group_keys, metrics, first_message }) => [
      ...[group_keys.conversation_id, metrics.turns, metrics.roots, metrics.open, metrics.last_end],
      first_message?.text ?? null,
    ]),
    [
      ["tie a", 1, 1, 0, "2026-09-21T14:38:24", null],
      ["tie b", 1, 1, 0, "2026-09-21T14:38:24", null],
      ["tie c", 1, 1, 0, "2026-09-21T14:38:24", null],
      ["open", 1, 1, 1, "2026-09-21T14:36:40.900000", "question 0"],
      ["running", 2, 1, 0, "2026-09-21T14:35:10.900000", "question 0"],
      ["turn fails", 1, 1, 0, "2026-09-21T14:33:24", null],
      ["tool fails", 1, 1, 0, "2026-09-21T14:31:44", null],
      ["good", 2, 2, 0, "2026-09-21T14:31:04", "question 0"],
    ],
    "previews only where spans carry the ID themselves; other fields inherit it from their trace",
  );
  const failed = all.groups.find(({ group_keys }) => group_keys.conversation_id === "tool fails");
  assert.deepEqual(failed && { ...failed, metrics: {} }, {
    ...{ metrics: {}, distributions: {} },
    ...{ group_keys: { conversation_id: "tool fails" }, span_count: 4, invocation_count: 1, conversation_count: 1 },
    ...{ total_input_tokens: 200, total_cache_creation_input_tokens: 0, total_cache_read_input_tokens: 80 },
    ...{ total_output_tokens: 20, total_reasoning_tokens: 0, total_duration_ms: 5100, error_count: 1 },
    ...{ total_cost_usd: 0.0003600000018195715, total_input_cost_usd: 0.0001500000071246177 },
    ...{ total_output_cost_usd: 0.00019999999494757503, agent_names: ["helper"], agent_versions: ["v1"] },
    ...{ provider_names: ["openai"], request_models: ["gpt-5"], conversation_names: [] },
    ...{ first_seen: "2026-09-21T14:31:40", last_seen: "2026-09-21T14:31:42.100000" },
    ...{ first_message: null, last_message: null },
  });
});

const requests: readonly (readonly [what: string, request: object, expected: readonly string[] | object])[] = [
  ["no query: the group without an ID counts", { limit: 1, sort_by: [{ field: "first_seen" }] }, [""]],
  [
    "an open span makes the sum of durations negative",
    { sort_by: [{ field: "total_duration_ms" }], offset: 8 },
    ["open"],
  ],
  [
    "a filter on groups keeps them whole",
    {
      query: tagged,
      group_filters: [
        { measure: { alias: "e", aggregation: "count_true", value: { source: "derived", key: "is_error" } }, min: 1 },
      ],
    },
    ["turn fails", "tool fails"],
  ],
  [
    "a time as bound of a group",
    {
      query: tagged,
      group_filters: [
        { measure: { alias: "s", aggregation: "min", value: { key: "started_at" } }, max: "2026-09-21T16:31:40+02:00" },
      ],
    },
    ["tool fails", "good"],
  ],
  ["a time range clips", { query: tagged, started_before: "2026-09-21T14:31:00" }, ["good"]],
  [
    "milliseconds are a time",
    { query: tagged, started_after: Date.UTC(2026, 8, 21, 14, 38) },
    ["tie a", "tie b", "tie c"],
  ],
  [
    "the agent is inherited",
    {
      query: { $expr: { $and: [is("gen_ai.agent.name", "helper"), is("tool_name", "search")] } },
      limit: 2,
      sort_by: [{ field: "conversation_id", direction: "asc" }],
    },
    ["", "good"],
  ],
  [
    "messages cannot be sorted by",
    { sort_by: [{ field: "first_message" }] },
    { status: 400, reason: "Invalid sort field: 'first_message'" },
  ],
  [
    "costs only if included",
    { sort_by: [{ field: "total_cost_usd" }] },
    { status: 400, reason: "Invalid sort field: 'total_cost_usd'" },
  ],
  [
    "no maximum of texts",
    { measures: [{ alias: "m", aggregation: "max", value: { key: "env" } }] },
    { status: 400, reason: "aggregation 'max' is not valid for value_type 'string'" },
  ],
  [
    "an attribute is no field",
    { group_by: [{ key: "env", alias: "v" }] },
    { status: 400, reason: "group_by field 'env' is not in the allowlist" },
  ],
];
for (const [what, request, expected] of requests) {
  test(`groups of spans: ${what}`, async (context) => {
    const ask = await requested(context);
    const answer = await ask("/agents/spans/query", { group_by: byConversation, ...request });
    if (!Array.isArray(expected)) return assert.deepEqual(answer, expected);
    assert.deepEqual(
      grouped.parse(answer).groups.map(({ group_keys }) => group_keys.conversation_id),
      expected,
    );
  });
}

test("limits of requests are those of the service", async (context) => {
  const ask = await requested(context);
  const issue = z.object({
    status: z.literal(422),
    detail: z.array(z.looseObject({ msg: z.string() })).check(z.minLength(1)),
  });
  for (const [path, body] of [
    ["/agents/spans/query", { limit: 10_001 }],
    ["/agents/spans/query", { offset: -1 }],
    ["/agents/spans/query", { group_by: byConversation, include_details: true }],
    ["/agents/conversations/chat", { conversation_id: "good", limit: 51 }],
    ["/agents/conversations/chat", {}],
    ["/agents/search", { limit: 1001 }],
  ] as const) {
    assert.ok(issue.safeParse(await ask(path, body)).success, `${path} ${JSON.stringify(body)}`);
  }
  assert.deepEqual(await ask("/agents/spans/query", { limit: 0 }), { spans: [], groups: [], total_count: 40 });
});

const rawSpans = z.object({ spans: z.array(z.looseObject({ span_name: z.string() })), total_count: z.number() });

test("raw spans have costs and messages only if asked for", async (context) => {
  const ask = await requested(context);
  const query = { $expr: { $and: [is("trace_id", "good/0"), is("operation_name", "chat")] } };
  const sort_by = [{ field: "started_at", direction: "asc" }];
  const plain = rawSpans.parse(await ask("/agents/spans/query", { query, sort_by }));
  assert.deepEqual([plain.total_count, plain.spans[0]?.total_cost_usd, plain.spans[0]?.input_messages], [2, null, []]);
  const whole = rawSpans.parse(
    await ask("/agents/spans/query", { query, sort_by, include_costs: true, include_details: true }),
  );
  const [first] = whole.spans;
  assert.deepEqual(
    [first?.total_cost_usd, first?.input_messages, first?.started_at, first?.parent_span_id],
    [
      0.00018000000090978574,
      [
        { role: "system", content: '[{"type":"text","content":"Be kind."}]' },
        { role: "user", content: '[{"type":"text","content":"question 0"}]' },
      ],
      "2026-09-21T14:30:00.100000",
      "good/0/root",
    ],
  );
});

const chat = z.looseObject({
  turns: z.array(z.looseObject({ trace_id: z.string(), messages: z.array(z.looseObject({ type: z.string() })) })),
  total_turns: z.number(),
  has_more: z.boolean(),
});

test("a chat has the latest turns, of each page the earliest first; an unknown one is empty", async (context) => {
  const ask = await requested(context);
  const page = async (body: object) => chat.parse(await ask("/agents/conversations/chat", body));
  const ids = async (body: object) => {
    const { turns, has_more } = await page(body);
    return [...turns.map(({ trace_id }) => trace_id), has_more];
  };
  assert.deepEqual(await ids({ conversation_id: "good" }), ["good/0", "good/1", false]);
  assert.deepEqual(await ids({ conversation_id: "good", limit: 1 }), ["good/1", true]);
  assert.deepEqual(await ids({ conversation_id: "good", limit: 1, offset: 1 }), ["good/0", false]);
  assert.deepEqual(await ids({ conversation_id: "good", limit: 0 }), [false]);
  assert.deepEqual(await ids({ conversation_id: "nobody" }), [false]);
  const types = async (id: string) =>
    (await page({ conversation_id: id })).turns.map(({ messages }) => messages.map(({ type }) => type));
  assert.deepEqual(await types("tool fails"), [["user_message", "agent_start", "tool_call", "assistant_message"]]);
  assert.deepEqual((await types("running"))[1], ["user_message", "tool_call"], "without a root there is no start");
  const [failed] = (await page({ conversation_id: "tool fails" })).turns;
  assert.deepEqual(failed?.messages[2], {
    ...{ type: "tool_call", span_id: "tool fails/0/tool", agent_name: "helper", agent_version: "" },
    ...{
      status_code: "ERROR",
      error_type: null,
      status_message: "search timed out",
      started_at: "2026-09-21T14:31:40.600000",
    },
    ...{ user_message: null, assistant_message: null, agent_start: null, agent_handoff: null },
    ...{ context_compacted: null, feedback: null },
    tool_call: {
      ...{ tool_name: "search", tool_arguments: '{"q": 1}', tool_result: "", duration_ms: 300, status: "ERROR" },
      content_refs: [],
    },
  });
  assert.deepEqual(
    [failed?.started_at, failed?.ended_at, failed?.total_duration_ms, failed?.status_code, failed?.total_input_tokens],
    ["2026-09-21T14:31:40", "2026-09-21T14:31:44", 4000, "UNSET", 200],
  );
  const [open] = (await page({ conversation_id: "open" })).turns;
  assert.deepEqual([open?.ended_at, open?.total_duration_ms, open?.total_cost_usd], ["1970-01-01T00:00:00", 0, null]);
});

const found = z.object({
  results: z.array(
    z.looseObject({ conversation_id: z.string(), matched_messages: z.array(z.looseObject({ role: z.string() })) }),
  ),
  total_conversations: z.number(),
});

test("a search counts messages, knows the case, and only tagged spans have a conversation", async (context) => {
  const ask = await requested(context);
  const search = async (body: object) => found.parse(await ask("/agents/search", body));
  const some = await search({ query: "question", limit: 3 });
  assert.deepEqual(
    some.results.map(({ conversation_id, matched_messages }) => [conversation_id, matched_messages.length]),
    [["__NO_CONVERSATION__", 3]],
  );
  assert.equal((await search({ query: "QUESTION" })).total_conversations, 0);
  const tagged = await search({ query: "3 hits", conversation_id: "good" });
  assert.deepEqual(
    tagged.results.map(({ matched_messages }) => matched_messages.map(({ role }) => role)),
    [["tool_result", "tool_result"]],
  );
});

test("the generated project has each kind of conversation, and attributes to filter by", async (context) => {
  const made = sampleProject({
    id: project,
    workload: supportWorkload,
    threads: 4,
    calls: 40,
    agents: 30,
    seed: 3,
    now,
  });
  const ask = await requested(context, made.spans);
  const all = grouped.parse(
    await ask("/agents/spans/query", { group_by: byConversation, query: tagged, measures, limit: 100 }),
  );
  assert.equal(all.total_count, 30);
  const some = (isOne: (row: z.infer<typeof group>) => boolean) => assert.ok(all.groups.some(isOne), String(isOne));
  some(({ metrics }) => Number(metrics.roots) < Number(metrics.turns));
  some(({ metrics }) => Number(metrics.open) > 0);
  some(({ error_count }) => Number(error_count) > 0);
  some(({ first_message }) => first_message === null);
  some(({ request_models }) => JSON.stringify(request_models) === '["own-model"]');
  assert.ok(all.groups.every(({ metrics }) => String(metrics.last_end) <= now.toISOString()));
  const attributes = z
    .object({ attributes: z.array(z.looseObject({ key: z.string() })) })
    .parse(await ask("/agents/spans/custom-attrs/schema", {}));
  assert.deepEqual(attributes.attributes.map(({ key }) => key).toSorted(), [
    "weave.claude_code.cwd",
    "weave.claude_code.source",
    "weave.integration.name",
    "weave_agent_adapter.cwd",
    "weave_agent_adapter.git_branch",
    "weave_agent_adapter.harness",
  ]);
});
