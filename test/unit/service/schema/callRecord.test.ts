import assert from "node:assert/strict";
import { describe, test } from "node:test";
import fc from "fast-check";
import type { Call, CallDocumentName, CallDocuments, ModelUsage } from "../../../../src/core/query/call.ts";
import { threadKey } from "../../../../src/core/query/conversationKey.ts";
import { readCall, readCallDocuments } from "../../../../src/service/schema/callRecord.ts";
import { call, callLine } from "../calls.ts";

const unused = { promptTokens: null, completionTokens: null, totalTokens: null, cost: null };

describe("a record is read as a call", () => {
  const bare = '{"id":"a","op_name":"chat","trace_id":"t","started_at":"2026-11-01T10:00:00"}';
  const empty: Partial<Call> = {
    traceId: "t",
    op: "chat",
    conversation: null,
    turnId: null,
    endedAt: null,
    status: "running",
    storedBytes: null,
  };
  const nulls = Object.fromEntries(
    "display_name parent_id thread_id turn_id ended_at exception summary storage_size_bytes"
      .split(" ")
      .map((name) => [name, null]),
  );
  const cases: readonly (readonly [what: string, json: string, call: Call])[] = [
    ["a complete record", callLine("a"), call("a")],
    ["a record with required fields only", bare, call("a", empty)],
    ["a record with null fields", bare.replace("}", `,${JSON.stringify(nulls).slice(1)}`), call("a", empty)],
    [
      "a record with every field",
      callLine("a", {
        display_name: "Chat",
        parent_id: "p",
        thread_id: "th/1",
        turn_id: "tu",
        ended_at: null,
        exception: "KeyError: 'x'",
        summary: null,
        storage_size_bytes: 0,
      }),
      call("a", {
        displayName: "Chat",
        parentId: "p",
        conversation: threadKey("th/1"),
        turnId: "tu",
        endedAt: null,
        exception: "KeyError: 'x'",
        status: "error",
        storedBytes: 0,
      }),
    ],
    [
      "empty strings, which are missing values in one table",
      callLine("a", { display_name: "", parent_id: "", thread_id: "", turn_id: "", exception: "" }),
      call("a", { conversation: null, turnId: null }),
    ],
    [
      "names of a megabyte, which are cut",
      callLine("a", {
        op_name: "o".repeat(1e6),
        display_name: "n".repeat(1e6),
        summary: { usage: { ["m".repeat(1e6)]: { total_tokens: 1 } }, weave: { status: "success" } },
      }),
      call("a", {
        op: `${"o".repeat(1000)}…`,
        displayName: `${"n".repeat(1000)}…`,
        usage: [
          { model: `${"m".repeat(1000)}…`, promptTokens: null, completionTokens: null, totalTokens: 1, cost: null },
        ],
      }),
    ],
    ["a bare op name", callLine("a", { op_name: "POST /chat $(x)" }), call("a", { op: "POST /chat $(x)" })],
    [
      "unusual characters",
      callLine("🧵\u202e", { exception: "\u001b[31m\u0000<b>" }),
      call("🧵\u202e", { exception: "\u001b[31m\u0000<b>", turnId: "🧵\u202e" }),
    ],
    ["unknown fields", callLine("a", { expire_at: 7, nested: { a: [1] } }), call("a")],
    ["a summary that is a string", callLine("a", { summary: "fine" }), call("a")],
    ["a summary that is a list", callLine("a", { summary: [1, 2] }), call("a")],
    [
      "a summary with unexpected values",
      callLine("a", { summary: { usage: "much", weave: 7, status_counts: [] } }),
      call("a"),
    ],
    [
      "large documents, which are ignored",
      callLine("a", { inputs: { a: "x".repeat(100_000) }, output: [[[[]]]] }),
      call("a"),
    ],
    [
      "a __proto__ key, which is ignored",
      callLine("a").replace("{", '{"__proto__":{"id":"b","exception":"x"},'),
      call("a"),
    ],
    ["duplicate keys, of which the last is used", callLine("a").replace("{", '{"exception":"x",'), call("a")],
  ];
  for (const [what, json, expected] of cases) {
    test(what, () => assert.deepEqual(readCall(JSON.parse(json)), expected));
  }
});

describe("an invalid record is rejected with its field", () => {
  const cases: readonly (readonly [what: string, json: string, problem: RegExp])[] = [
    ["without an ID", callLine("a", { id: undefined }), /id/],
    ["without an op", callLine("a", { op_name: null }), /op_name/],
    ["without a start", callLine("a", { started_at: null }), /started_at/],
    ["with an ID that is a number", callLine("a", { id: 1 }), /id/],
    ["with a start that is a number", callLine("a", { started_at: 1_764_000_000 }), /started_at/],
    ["with an invalid date", callLine("a", { ended_at: "2026-02-30T00:00:00Z" }), /ended_at: not a time stamp/],
    ["with an exception that is an object", callLine("a", { exception: { type: "KeyError" } }), /exception/],
    ["with a thread that is a list", callLine("a", { thread_id: ["th"] }), /thread_id/],
    ["with a size that is a string", callLine("a", { storage_size_bytes: "12" }), /storage_size_bytes/],
    ["with an infinite size", callLine("a").replace("1234", "1e999"), /storage_size_bytes/],
    ["an array", "[]", /not a call/],
    ["null", "null", /not a call/],
    ["a thread", '{"thread_id":"a","turn_count":3}', /op_name/],
    ["an error instead of a record", '{"reason":"Internal server error"}', /id/],
  ];
  for (const [what, json, problem] of cases) {
    test(what, () => {
      const result = readCall(JSON.parse(json));
      assert.ok(typeof result === "string", JSON.stringify(result));
      assert.match(result, /^not a call: /);
      assert.match(result, problem);
    });
  }
});

describe("the status is the one in the record, or derived as by the service", () => {
  const notified = (status: unknown): object => ({ weave: { status } });
  const cases: readonly (readonly [what: string, members: object, status: Call["status"]])[] = [
    ["success", { summary: notified("success") }, "success"],
    ["error", { summary: notified("error") }, "error"],
    ["running", { summary: notified("running") }, "running"],
    ["descendant_error", { summary: notified("descendant_error") }, "descendant_error"],
    ["a status takes precedence over a derived one", { summary: notified("running"), exception: "x" }, "running"],
    ["an unknown status of a finished call", { summary: notified("cancelled") }, "success"],
    ["a status that is an Object.prototype property", { summary: notified("constructor") }, "success"],
    ["a status that is not a string", { summary: notified(1), ended_at: null }, "running"],
    ["no status, with an exception", { summary: {}, exception: "x", ended_at: null }, "error"],
    ["no status, without an end", { summary: {}, ended_at: null }, "running"],
    ["no status, with an end", { summary: {} }, "success"],
    [
      "an older service's success with a failed call inside",
      { summary: { ...notified("success"), status_counts: { error: 2 } } },
      "descendant_error",
    ],
    [
      "no status, with a failed call inside",
      { summary: { status_counts: { success: 1, error: 1 } } },
      "descendant_error",
    ],
    ["a failed call inside a running call", { summary: { status_counts: { error: 1 } }, ended_at: null }, "running"],
    ["a failed call inside a failed call", { summary: { status_counts: { error: 1 } }, exception: "x" }, "error"],
    ["no failed call inside", { summary: { ...notified("success"), status_counts: { error: 0 } } }, "success"],
    [
      "status counts of another type",
      { summary: { ...notified("success"), status_counts: { error: "many" } } },
      "success",
    ],
  ];
  for (const [what, members, status] of cases) {
    test(what, () => {
      const read = readCall(JSON.parse(callLine("a", members)));
      assert.equal(typeof read === "string" ? read : read.status, status);
    });
  }
});

describe("model usage and cost", () => {
  const costs = (model: string, cost: unknown): object => ({ weave: { costs: { [model]: cost } } });
  const cases: readonly (readonly [
    what: string,
    summary: unknown,
    usage: readonly (Partial<ModelUsage> & { model: string })[],
  ])[] = [
    ["no usage", {}, []],
    ["empty usage", { usage: {} }, []],
    [
      "OpenAI field names",
      { usage: { "gpt-5": { requests: 2, prompt_tokens: 10, completion_tokens: 5, total_tokens: 15 } } },
      [{ model: "gpt-5", promptTokens: 10, completionTokens: 5, totalTokens: 15 }],
    ],
    [
      "Anthropic field names, which have no total",
      { usage: { claude: { requests: 1, input_tokens: 7, output_tokens: 3, cache_read_input_tokens: 4 } } },
      [{ model: "claude", promptTokens: 7, completionTokens: 3, totalTokens: 10 }],
    ],
    [
      "both field names, as in a sum over calls of both kinds",
      { usage: { m: { prompt_tokens: 10, input_tokens: 7, completion_tokens: 1, output_tokens: 2 } } },
      [{ model: "m", promptTokens: 17, completionTokens: 3, totalTokens: 20 }],
    ],
    [
      "only prompt tokens",
      { usage: { m: { prompt_tokens: 10 } } },
      [{ model: "m", promptTokens: 10, totalTokens: 10 }],
    ],
    ["a model without numbers", { usage: { m: {} } }, [{ model: "m" }]],
    [
      "zeros, which are preserved",
      { usage: { m: { requests: 0, prompt_tokens: 0, total_tokens: 0 } } },
      [{ model: "m", promptTokens: 0, totalTokens: 0 }],
    ],
    [
      "several models, in order",
      { usage: { b: { requests: 1 }, a: { requests: 2 } } },
      [{ model: "b" }, { model: "a" }],
    ],
    [
      "a model of another type is ignored, the others are not",
      { usage: { a: "much", b: { requests: 1 }, c: null } },
      [{ model: "b" }],
    ],
    [
      "a number of another type is ignored, the others are not",
      {
        usage: {
          m: { requests: [1, 2], prompt_tokens: "10", completion_tokens: 5, prompt_tokens_details: { cached: 3 } },
        },
      },
      [{ model: "m", completionTokens: 5, totalTokens: 5 }],
    ],
    ["usage that is a list", { usage: [{ requests: 1 }] }, []],
    [
      "a cost",
      {
        usage: { m: { requests: 1 } },
        ...costs("m", { prompt_tokens_total_cost: 0.25, completion_tokens_total_cost: 0.5, pricing_level: "default" }),
      },
      [{ model: "m", cost: 0.75 }],
    ],
    [
      "only a prompt cost",
      { usage: { m: {} }, ...costs("m", { prompt_tokens_total_cost: 0.25 }) },
      [{ model: "m", cost: 0.25 }],
    ],
    [
      "a cost of 0",
      { usage: { m: {} }, ...costs("m", { prompt_tokens_total_cost: 0, pricing_level: "default" }) },
      [{ model: "m", cost: 0 }],
    ],
    [
      "no price, which the service reports as a cost of 0",
      {
        usage: { m: {} },
        ...costs("m", { prompt_tokens_total_cost: 0, completion_tokens_total_cost: 0, pricing_level: "" }),
      },
      [{ model: "m" }],
    ],
    [
      "the cost of another model",
      { usage: { m: {} }, ...costs("n", { prompt_tokens_total_cost: 1 }) },
      [{ model: "m" }],
    ],
    ["costs of another type", { usage: { m: {} }, ...costs("m", "dear") }, [{ model: "m" }]],
    ["costs that are a list", { usage: { m: {} }, weave: { costs: [1] } }, [{ model: "m" }]],
    [
      "models named like Object.prototype properties",
      { usage: { constructor: { requests: 1 }, toString: { requests: 2 } }, weave: { costs: {} } },
      [{ model: "constructor" }, { model: "toString" }],
    ],
  ];
  for (const [what, summary, usage] of cases) {
    test(what, () => {
      const read = readCall(JSON.parse(callLine("a", { summary })));
      assert.deepEqual(
        typeof read === "string" ? read : read.usage,
        usage.map((used) => ({ ...unused, ...used })),
      );
    });
  }

  test("a model named __proto__ changes no object", () => {
    const summary = '{"usage":{"__proto__":{"requests":1},"m":{"requests":2}},"weave":{"costs":{"__proto__":{}}}}';
    const read = readCall(JSON.parse(callLine("a").replace(/"summary":\{"weave":.*?\}\}/, `"summary":${summary}`)));
    assert.ok(typeof read !== "string");
    assert.deepEqual(
      read.usage.filter(({ model }) => model === "m"),
      [{ ...unused, model: "m" }],
    );
    assert.equal(Reflect.get({}, "requests"), undefined);
  });
});

test("a call with any summary is readable", () => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.jsonValue(), fc.jsonValue(), fc.jsonValue(), (summary, usage, counts, weave) => {
      for (const value of [
        summary,
        { usage, status_counts: counts, weave },
        { usage: { m: usage }, weave: { status: counts, costs: { m: weave } } },
      ]) {
        const read = readCall(JSON.parse(callLine("a", { summary: value })));
        assert.ok(typeof read !== "string", String(read));
      }
    }),
  );
});

describe("documents are read unchanged", () => {
  const everything: readonly CallDocumentName[] = ["inputs", "output", "attributes", "summary"];
  const deep = JSON.parse(`${"[".repeat(900)}${"]".repeat(900)}`);
  const cases: readonly (readonly [
    what: string,
    json: string,
    requested: readonly CallDocumentName[],
    documents: CallDocuments["documents"],
  ])[] = [
    ["one document", '{"id":"a","output":"yes","inputs":{"q":1}}', ["output"], { output: "yes" }],
    [
      "all documents",
      '{"id":"a","inputs":{"q":1},"output":null,"attributes":{},"summary":{"x":[]}}',
      everything,
      { inputs: { q: 1 }, output: null, attributes: {}, summary: { x: [] } },
    ],
    ["a missing document is null", '{"id":"a"}', ["inputs"], { inputs: null }],
    ["falsy values", '{"id":"a","inputs":0,"output":false}', ["inputs", "output"], { inputs: 0, output: false }],
    ["a document only in __proto__ is null", '{"id":"a","__proto__":{"output":1}}', ["output"], { output: null }],
    ["a deeply nested document", `{"id":"a","output":${JSON.stringify(deep)}}`, ["output"], { output: deep }],
    ["no documents", '{"id":"a","output":1}', [], {}],
  ];
  for (const [what, json, requested, documents] of cases) {
    test(what, () => assert.deepEqual(readCallDocuments(JSON.parse(json), requested), { id: "a", documents }));
  }

  test("a field named __proto__ is preserved", () => {
    const read = readCallDocuments(JSON.parse('{"id":"a","output":{"__proto__":{"polluted":1}}}'), ["output"]);
    assert.equal(JSON.stringify(read), '{"id":"a","documents":{"output":{"__proto__":{"polluted":1}}}}');
    assert.equal(Reflect.get({}, "polluted"), undefined);
  });

  for (const json of ["[]", "null", '"a"', "{}", '{"id":1}', '{"__proto__":{"id":"a"}}', '{"id":null,"output":1}']) {
    test(`${json} is not a call`, () => {
      assert.match(String(readCallDocuments(JSON.parse(json), ["output"])), /^not a call/);
    });
  }
});
