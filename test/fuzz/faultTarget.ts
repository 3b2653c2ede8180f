import assert from "node:assert/strict";
import fc from "fast-check";
import type { Json } from "../../src/core/text/json.ts";
import { responseFault } from "../../src/service/fault/responseFault.ts";
import { nearly, plain, smallJson, survivesJson, textOf } from "./anyText.ts";
import { target } from "./target.ts";

const said = fc.oneof(
  fc.string(),
  fc.integer({ min: 1990, max: 2010 }).map((length) => "𐀀".repeat(length)),
  smallJson,
);
const validation = plain({
  loc: fc.array(fc.oneof(fc.string(), fc.nat())),
  msg: fc.string(),
  type: fc.string(),
  input: smallJson,
});
const errors: fc.Arbitrary<Json> = fc.record(
  { reason: said, detail: fc.oneof(said, fc.array(validation)), message: said, error: said },
  { requiredKeys: [], noNullPrototype: true },
);
const errorTexts = fc.oneof(
  { weight: 4, arbitrary: nearly(errors).map((error) => JSON.stringify(error)) },
  textOf(["<!DOCTYPE html>", "{", '"reason"', ":", '"', "}", "[", "x".repeat(1000), "\u0000"]),
);

interface Refusal {
  readonly status: number;
  readonly body: string;
  readonly wait: string;
}

function faultOf({ status, body, wait }: Refusal) {
  const head = { status, headers: { "retry-after": wait, location: wait } };
  return responseFault({
    head,
    body,
    redact: (text) => text,
    url: new URL("https://service.example/traces/calls/query_stats"),
    time: 0,
  });
}

export const faultTarget = target<Refusal>("error responses", {
  share: 1,
  inputs: plain({
    status: fc.oneof(fc.constantFrom(201, 302, 400, 401, 403, 404, 422, 429, 502, 503), fc.nat({ max: 599 })),
    body: errorTexts,
    wait: fc.oneof(fc.nat().map(String), fc.string(), fc.webUrl()),
  }),
  outcome: faultOf,
  holds: (refusal) => {
    const fault = faultOf(refusal);
    survivesJson(fault);
    if ("detail" in fault && typeof fault.detail === "string") assert.ok([...fault.detail].length <= 2000);
    if ("retryAfter" in fault) assert.ok((fault.retryAfter ?? 0) >= 0);
    if (fault.kind === "redirect" && fault.origin !== null) assert.equal(new URL(fault.origin).origin, fault.origin);
  },
  found: [],
});
