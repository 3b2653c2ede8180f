import assert from "node:assert/strict";
import { test } from "node:test";
import type { Json } from "../../../../src/core/json.ts";
import { maskedJson } from "../../../../src/core/privacy/maskedJson.ts";
import { Masking } from "../../../../src/core/privacy/masking.ts";
import { Pseudonyms } from "../../../../src/core/privacy/pseudonyms.ts";

const pseudonyms = new Pseudonyms([]);
const masking = new Masking(pseudonyms);
masking.project("acme_corp/help_desk");
masking.id("user", "alice_smith");
const originals = /acme|desk|alice|smith|refund/;

const hidden: Readonly<Record<string, Json>> = {
  "a person's name": { name: "alice_smith", input: "refund" },
  "the name of an author": { role: "user", name: "alice_smith", content: "refund" },
  "names of other things": { user_name: "alice_smith", projectName: "acme_corp", file_name: "refund_log" },
  "names as keys": { balances: { alice_smith: 3, acme_corp: [{ help_desk: true }] } },
  "a name in a list": { tools: ["alice_smith"] },
  "IDs and texts": { user_id: "alice_smith", thread: "refund", content: [{ type: "text", text: "refund" }] },
};
for (const [name, document] of Object.entries(hidden)) {
  test(`${name} is hidden in documents`, () => {
    assert.doesNotMatch(JSON.stringify(maskedJson(document, pseudonyms)), originals);
  });
}

const tools: readonly Json[] = [
  { type: "tool_use", name: "look_up", input: {} },
  { type: "function", function: { name: "look_up" } },
  { role: "tool", name: "look_up" },
  { functionCall: { name: "look_up" } },
  { name: "look_up", parameters: {} },
  { tool_name: "look_up" },
];
for (const tool of tools) {
  test(`the name of a tool stays in ${JSON.stringify(tool)}`, () => {
    assert.match(JSON.stringify(maskedJson(tool, pseudonyms)), /look_up/);
  });
}

const shownKeys: readonly (readonly [document: Json, shown: string])[] = [
  [{ question: "a", topK: 3, _private: true, $ref: "", top_3: 1 }, "question topK _private $ref top_3"],
  [{ role: "user", content: "a", additional_kwargs: {} }, "role content additional_kwargs"],
  [{ JohnDoe: 3 }, "KEY"],
  [{ "john@example.com": 3 }, "KEY"],
  [{ "example.com": 3 }, "KEY"],
  [{ f3a9c1d2_b4e5: 3 }, "KEY"],
  [{ "": 3 }, ""],
  [{ JohnDoe: 3, jane: 4 }, "KEY KEY"],
  [{ role: "user", "X-User": "a", jane: 4 }, "role KEY jane"],
  [{ alice_smith: 3, question: "a" }, "KEY question"],
];
for (const [document, shown] of shownKeys) {
  test(`the keys of ${JSON.stringify(document)} are shown as ${shown}`, () => {
    const keys = () => Object.keys(Object(maskedJson(document, pseudonyms)));
    assert.equal(
      keys()
        .join(" ")
        .replace(/key-\w{8}/g, "KEY"),
      shown,
    );
    assert.deepEqual(keys(), keys(), "they are stable");
  });
}

const shownExceptions: readonly (readonly [exception: string, type: string])[] = [
  ["ValueError: refund", "ValueError: "],
  ["openai.RateLimitError: refund", "RateLimitError: "],
  ["requests.exceptions.ReadTimeout: refund", "ReadTimeout: "],
  ["KeyboardInterrupt", "KeyboardInterrupt: "],
  ["StopIteration: refund", "StopIteration: "],
  ["google.api_core.exceptions.ResourceExhausted: refund", "ResourceExhausted: "],
  ["Exception: refund", "Exception: "],
  ["TypeError [ERR_INVALID_URL]: refund", "TypeError: "],
  ["JohnDoe: hello", ""],
  ["acme.JohnDoe: hello", ""],
  ["JohnDoe", ""],
  ["Terror: refund", ""],
  ["error: refund", ""],
  ["the ValueError of alice", ""],
];
for (const [exception, type] of shownExceptions)
  test(`${exception} shows ${type || "no type"}`, () =>
    assert.equal(masking.exception(exception), `${type}message, ${exception.length} characters`));

const shownOps: readonly (readonly [op: string, shown: RegExp])[] = [
  ["answer", /^answer$/],
  ["weave:///acme_corp/help_desk/op/answer:v1", /^weave:\/\/\/entity-\w{8}\/project-\w{8}\/op\/answer:ref-\w{8}$/],
  ["weave-trace-internal:///acme_corp/op/answer:v1", /^ref-\w{8}$/],
  ["https://acme.example/refund", /^ref-\w{8}$/],
];
for (const [op, shown] of shownOps)
  test(`op ${op} is shown as ${shown.source}`, () => assert.match(masking.op(op), shown));

const shownModels: readonly (readonly [model: string, shown: RegExp])[] = [
  ["gpt-4o", /^gpt-4o$/],
  ["openai/gpt-4o", /^openai\/gpt-4o$/],
  ["ft:gpt-4o:acme:refund:1", /^ft:gpt-4o:id-\w{8}$/],
  ["weave:///acme_corp/help_desk/object/m:v1", /^id-\w{8}$/],
  ["arn:aws:bedrock:us-east-1:12:model/acme", /^id-\w{8}$/],
  ["projects/acme/models/m", /^id-\w{8}$/],
];
for (const [model, shown] of shownModels)
  test(`model ${model} is shown as ${shown.source}`, () => assert.match(masking.model(model), shown));
