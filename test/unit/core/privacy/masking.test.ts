import assert from "node:assert/strict";
import { test } from "node:test";
import { Masking } from "../../../../src/core/privacy/masking.ts";
import { Pseudonyms } from "../../../../src/core/privacy/pseudonyms.ts";

const masking = new Masking(new Pseudonyms());

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
