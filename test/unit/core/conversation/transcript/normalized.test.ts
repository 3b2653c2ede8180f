import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { meaningfulJson } from "../../../../../src/core/conversation/transcript/meaningfulJson.ts";
import { IdPlaceholders, normalizedJson } from "../../../../../src/core/conversation/transcript/normalized.ts";
import type { Json } from "../../../../../src/core/text/json.ts";
import { anyId, anyJson, leafChanged, renamed } from "../../messages/anyJson.ts";

const digest = "Zk3vXw8BqT1nYc6HrPdLf0uMsJa9EoGi2KbQxVtWyR4";

const texts: readonly [text: string, normalized: string][] = [
  ["run 123e4567-e89b-12d3-a456-426614174000", "run ‹uuid 1›"],
  ["123E4567-E89B-12D3-A456-426614174000 twice 123E4567-E89B-12D3-A456-426614174000", "‹uuid 1› twice ‹uuid 1›"],
  ["run--123e4567-e89b-12d3-a456-426614174000-0", "run--‹uuid 1›-0"],
  ["chatcmpl-BqT1nYc6HrPdLf0uMsJa9", "‹chatcmpl 1›"],
  ["call_abcDEF123456ghiJKL789mno then call_zzzDEF123456ghiJKL789mno", "‹call 1› then ‹call 2›"],
  ["toolu_01A09q90qw90lq917835lq9", "‹toolu 1›"],
  ["msg_67ccd2bf17f0819081ff3bb2cf6508e6", "‹msg 1›"],
  ["resp_67ccd2bed1ec8190b14f964abc054267", "‹resp 1›"],
  [`weave:///team/project/op/answer:${digest}`, "weave:///team/project/op/answer:‹digest 1›"],
  [
    `weave:///team/project/object/Data set:${digest}/attr/rows`,
    "weave:///team/project/object/Data set:‹digest 1›/attr/rows",
  ],
  ["weave:///team/project/op/answer:v3", "weave:///team/project/op/answer:v3"],
  ["‹uuid 1›", "‹literal uuid 1›"],
  ["‹literal call 2›", "‹literal literal call 2›"],
  ["‹quoted 1›", "‹quoted 1›"],
];
const kept = [
  "call_customer_service_line",
  "call_customerserviceline",
  "msg_123456789012345",
  "recall_abcDEF123456ghiJKL",
  "order 81-4420",
  "123e4567-e89b-12d3-a456-4266141740001",
  digest,
];
for (const [text, normalized] of [...texts, ...kept.map((text): [string, string] => [text, text])]) {
  test(`${text} is ${text === normalized ? "unchanged" : `normalized to ${normalized}`}`, () => {
    assert.equal(new IdPlaceholders().text(text), normalized);
  });
}

const values: readonly [name: string, value: Json, normalized: Json][] = [
  ["other data", { id: "17", created: 5, created_at: "now" }, { created: 5, created_at: "now", id: "17" }],
  [
    "an OpenAI completion",
    { object: "chat.completion", id: "abc", created: 17, system_fingerprint: "fp_44709d6fcb", model: "m", choices: [] },
    {
      choices: [],
      created: "‹left out›",
      id: "‹left out›",
      model: "m",
      object: "chat.completion",
      system_fingerprint: "‹left out›",
    },
  ],
  [
    "tool calls and results with any ID",
    [
      { role: "assistant", tool_calls: [{ id: "b", type: "function", function: { name: "f", arguments: "{}" } }] },
      { role: "tool", tool_call_id: "b", content: "b" },
    ],
    [
      {
        role: "assistant",
        tool_calls: [{ function: { arguments: "{}", name: "f" }, id: "‹call 1›", type: "function" }],
      },
      { content: "b", role: "tool", tool_call_id: "‹call 1›" },
    ],
  ],
  ["types that are JavaScript names", { type: "constructor", id: "1" }, { id: "1", type: "constructor" }],
  [
    "OpenAI items",
    [
      { type: "message", id: "a", role: "assistant", content: [] },
      { type: "function_call", id: "b", call_id: "c", name: "f", arguments: "{}" },
      { type: "reasoning", id: "d", summary: [], encrypted_content: "gAAA" },
    ],
    [
      { content: [], id: "‹left out›", role: "assistant", type: "message" },
      { arguments: "{}", call_id: "‹call 1›", id: "‹left out›", name: "f", type: "function_call" },
      { encrypted_content: "‹left out›", id: "‹left out›", summary: [], type: "reasoning" },
    ],
  ],
  [
    "a Google response",
    {
      candidates: [{ content: { parts: [{ text: "hi", thoughtSignature: "s" }] } }],
      usageMetadata: {},
      responseId: "r",
    },
    {
      candidates: [{ content: { parts: [{ text: "hi", thoughtSignature: "‹left out›" }] } }],
      responseId: "‹left out›",
      usageMetadata: {},
    },
  ],
  [
    "an Ollama response",
    { created_at: "2026", done: true, message: { role: "assistant", content: "hi" }, total_duration: 5 },
    {
      created_at: "‹left out›",
      done: true,
      message: { content: "hi", role: "assistant" },
      total_duration: "‹left out›",
    },
  ],
  [
    "LangChain response metadata",
    { response_metadata: { model_name: "m", system_fingerprint: "fp_1", id: "x" } },
    { response_metadata: { id: "‹left out›", model_name: "m", system_fingerprint: "‹left out›" } },
  ],
  [
    "an Anthropic message",
    {
      id: "x",
      type: "message",
      role: "assistant",
      stop_reason: "end_turn",
      content: [
        { type: "thinking", thinking: "hm", signature: "EqQB" },
        { type: "tool_use", id: "y", name: "f", input: { id: "1" } },
      ],
    },
    {
      content: [
        { signature: "‹left out›", thinking: "hm", type: "thinking" },
        { id: "‹call 1›", input: { id: "1" }, name: "f", type: "tool_use" },
      ],
      id: "‹left out›",
      role: "assistant",
      stop_reason: "end_turn",
      type: "message",
    },
  ],
];
for (const [name, value, normalized] of values) {
  test(`normalized: ${name}`, () => {
    assert.equal(normalizedJson(value), JSON.stringify(normalized, null, 2));
  });
}

test("a value without IDs is normalized to JSON with sorted keys", () => {
  fc.assert(
    fc.property(anyJson, (value) => {
      assert.deepEqual(JSON.parse(normalizedJson(value)), JSON.parse(JSON.stringify(value)));
      assert.equal(normalizedJson(JSON.parse(normalizedJson(value))), normalizedJson(value));
    }),
  );
});

test("values that differ only in IDs have the same text, even if IDs are keys", () => {
  fc.assert(
    fc.property(
      fc.array(anyJson),
      fc.uniqueArray(anyId, { minLength: 2, maxLength: 8 }),
      fc.nat(),
      (parts, ids, seed) => {
        const value: Json = [
          parts,
          ids.map((id) => `before ${id}, after`),
          ids,
          Object.fromEntries(ids.map((id, index) => [`${id} ${index}`, id])),
        ];
        assert.equal(normalizedJson(renamed(value, ids, seed)), normalizedJson(value));
      },
    ),
  );
});

test("values that differ in a text have different texts", () => {
  fc.assert(
    fc.property(anyJson, fc.nat(), fc.string({ unit: "binary" }), (value, which, text) => {
      const changed = leafChanged(value, which, text);
      if (changed !== undefined) assert.notEqual(normalizedJson(changed), normalizedJson(value));
    }),
  );
});

test("a value without responses is copied unchanged", () => {
  fc.assert(fc.property(anyJson, (value) => assert.deepEqual(meaningfulJson(value), value)));
});

test("values of any depth and length are normalized", () => {
  let deep: Json = "bottom";
  for (let depth = 0; depth < 100_000; depth++) deep = depth % 2 === 0 ? [deep] : { deep };
  assert.ok(normalizedJson(deep).includes("bottom"));
  assert.ok(normalizedJson(meaningfulJson(deep)).includes("bottom"));
  const wide = Array.from({ length: 300_000 }, (_, index) => index);
  assert.equal(normalizedJson(meaningfulJson(wide)).split("\n").length, 300_002);
});
