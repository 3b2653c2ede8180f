import assert from "node:assert/strict";
import { describe, test } from "node:test";
import fc from "fast-check";
import type { Call, CallDocumentName, CallDocuments, ModelUsage } from "../../../../src/core/calls/call.ts";
import { readCall, readCallDocuments } from "../../../../src/service/schema/callRecord.ts";
import { call, callLine } from "../calls.ts";

const unused = { requests: null, promptTokens: null, completionTokens: null, totalTokens: null, cost: null };

describe("a record is read as a call", () => {
  const bare = '{"id":"a","op_name":"chat","trace_id":"t","started_at":"2026-11-01T10:00:00"}';
  const empty: Partial<Call> = {
    op: "chat",
    traceId: "t",
    threadId: null,
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
    ["whole", callLine("a"), call("a")],
    ["of what every one has", bare, call("a", empty)],
    ["of nulls", bare.replace("}", `,${JSON.stringify(nulls).slice(1)}`), call("a", empty)],
    [
      "of every member",
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
        threadId: "th/1",
        turnId: "tu",
        endedAt: null,
        exception: "KeyError: 'x'",
        status: "error",
        storedBytes: 0,
      }),
    ],
    [
      "of empty texts, which are how one table says that there is none",
      callLine("a", { display_name: "", parent_id: "", thread_id: "", turn_id: "", exception: "" }),
      call("a", { threadId: null, turnId: null }),
    ],
    ["with a bare op name", callLine("a", { op_name: "POST /chat $(x)" }), call("a", { op: "POST /chat $(x)" })],
    [
      "with texts of any kind",
      callLine("🧵\u202e", { exception: "\u001b[31m\u0000<b>" }),
      call("🧵\u202e", { exception: "\u001b[31m\u0000<b>", turnId: "🧵\u202e" }),
    ],
    ["with members that nobody knows", callLine("a", { expire_at: 7, nested: { a: [1] } }), call("a")],
    ["with a summary that is a text", callLine("a", { summary: "fine" }), call("a")],
    ["with a summary that is a list", callLine("a", { summary: [1, 2] }), call("a")],
    [
      "with a summary of another's making",
      callLine("a", { summary: { usage: "much", weave: 7, status_counts: [] } }),
      call("a"),
    ],
    [
      "with documents of any size, which are passed over",
      callLine("a", { inputs: { a: "x".repeat(100_000) }, output: [[[[]]]] }),
      call("a"),
    ],
    [
      "with what could be taken for a prototype",
      callLine("a").replace("{", '{"__proto__":{"id":"b","exception":"x"},'),
      call("a"),
    ],
    ["the last of duplicate keys", callLine("a").replace("{", '{"exception":"x",'), call("a")],
  ];
  for (const [what, json, expected] of cases) {
    test(what, () => assert.deepEqual(readCall(JSON.parse(json)), expected));
  }
});

describe("a record is refused by its field", () => {
  const cases: readonly (readonly [what: string, json: string, problem: RegExp])[] = [
    ["without an id", callLine("a", { id: undefined }), /id/],
    ["without an op", callLine("a", { op_name: null }), /op_name/],
    ["without a trace", callLine("a", { trace_id: undefined }), /trace_id/],
    ["without a start", callLine("a", { started_at: null }), /started_at/],
    ["with an id that is a number", callLine("a", { id: 1 }), /id/],
    ["with a start that is a number", callLine("a", { started_at: 1_764_000_000 }), /started_at/],
    [
      "with a day that does not exist",
      callLine("a", { ended_at: "2026-02-30T00:00:00Z" }),
      /ended_at: not a time stamp/,
    ],
    ["with an exception that is an object", callLine("a", { exception: { type: "KeyError" } }), /exception/],
    ["with a thread that is a list", callLine("a", { thread_id: ["th"] }), /thread_id/],
    ["with a size as text", callLine("a", { storage_size_bytes: "12" }), /storage_size_bytes/],
    ["with a size beyond all numbers", callLine("a").replace("1234", "1e999"), /storage_size_bytes/],
    ["an array", "[]", /not a call/],
    ["null", "null", /not a call/],
    ["a thread", '{"thread_id":"a","turn_count":3}', /op_name/],
    ["an error in place of a record", '{"reason":"Internal server error"}', /id/],
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

describe("the status is the one told, or what the service would tell", () => {
  const told = (status: unknown): object => ({ weave: { status } });
  const cases: readonly (readonly [what: string, members: object, status: Call["status"]])[] = [
    ["success", { summary: told("success") }, "success"],
    ["error", { summary: told("error") }, "error"],
    ["running", { summary: told("running") }, "running"],
    ["an error below", { summary: told("descendant_error") }, "descendantError"],
    ["what is told stands above what could be worked out", { summary: told("running"), exception: "x" }, "running"],
    ["a status of later days, of a call that ended", { summary: told("cancelled") }, "success"],
    ["the name of a member of all objects", { summary: told("constructor") }, "success"],
    ["a status that is no text", { summary: told(1), ended_at: null }, "running"],
    ["untold, with an exception", { summary: {}, exception: "x", ended_at: null }, "error"],
    ["untold, without an end", { summary: {}, ended_at: null }, "running"],
    ["untold, ended", { summary: {} }, "success"],
    [
      "an older service's success with errors below",
      { summary: { ...told("success"), status_counts: { error: 2 } } },
      "descendantError",
    ],
    ["untold with errors below", { summary: { status_counts: { success: 1, error: 1 } } }, "descendantError"],
    ["errors below one that runs", { summary: { status_counts: { error: 1 } }, ended_at: null }, "running"],
    ["errors below one that failed", { summary: { status_counts: { error: 1 } }, exception: "x" }, "error"],
    ["no errors below", { summary: { ...told("success"), status_counts: { error: 0 } } }, "success"],
    ["counts of another form", { summary: { ...told("success"), status_counts: { error: "many" } } }, "success"],
  ];
  for (const [what, members, status] of cases) {
    test(what, () => {
      const read = readCall(JSON.parse(callLine("a", members)));
      assert.equal(typeof read === "string" ? read : read.status, status);
    });
  }
});

describe("what models were used for, and its cost", () => {
  const costs = (model: string, cost: unknown): object => ({ weave: { costs: { [model]: cost } } });
  const cases: readonly (readonly [
    what: string,
    summary: unknown,
    usage: readonly (Partial<ModelUsage> & { model: string })[],
  ])[] = [
    ["none", {}, []],
    ["an empty one", { usage: {} }, []],
    [
      "in the words of OpenAI",
      { usage: { "gpt-5": { requests: 2, prompt_tokens: 10, completion_tokens: 5, total_tokens: 15 } } },
      [{ model: "gpt-5", requests: 2, promptTokens: 10, completionTokens: 5, totalTokens: 15 }],
    ],
    [
      "in the words of Anthropic, which have no total",
      { usage: { claude: { requests: 1, input_tokens: 7, output_tokens: 3, cache_read_input_tokens: 4 } } },
      [{ model: "claude", requests: 1, promptTokens: 7, completionTokens: 3, totalTokens: 10 }],
    ],
    [
      "in both, as a sum over calls of both kinds is",
      { usage: { m: { prompt_tokens: 10, input_tokens: 7, completion_tokens: 1, output_tokens: 2 } } },
      [{ model: "m", promptTokens: 17, completionTokens: 3, totalTokens: 20 }],
    ],
    ["of one kind alone", { usage: { m: { prompt_tokens: 10 } } }, [{ model: "m", promptTokens: 10, totalTokens: 10 }]],
    ["nothing but a name", { usage: { m: {} } }, [{ model: "m" }]],
    [
      "zeros, which are figures",
      { usage: { m: { requests: 0, prompt_tokens: 0, total_tokens: 0 } } },
      [{ model: "m", requests: 0, promptTokens: 0, totalTokens: 0 }],
    ],
    [
      "several models, in their order",
      { usage: { b: { requests: 1 }, a: { requests: 2 } } },
      [
        { model: "b", requests: 1 },
        { model: "a", requests: 2 },
      ],
    ],
    [
      "one that is of another form is left out, the others are not",
      { usage: { a: "much", b: { requests: 1 }, c: null } },
      [{ model: "b", requests: 1 }],
    ],
    [
      "a figure of another form is left out, the others are not",
      {
        usage: {
          m: { requests: [1, 2], prompt_tokens: "10", completion_tokens: 5, prompt_tokens_details: { cached: 3 } },
        },
      },
      [{ model: "m", completionTokens: 5, totalTokens: 5 }],
    ],
    ["a list", { usage: [{ requests: 1 }] }, []],
    [
      "with its cost",
      {
        usage: { m: { requests: 1 } },
        ...costs("m", { prompt_tokens_total_cost: 0.25, completion_tokens_total_cost: 0.5, pricing_level: "default" }),
      },
      [{ model: "m", requests: 1, cost: 0.75 }],
    ],
    [
      "with half a cost",
      { usage: { m: {} }, ...costs("m", { prompt_tokens_total_cost: 0.25 }) },
      [{ model: "m", cost: 0.25 }],
    ],
    [
      "with a cost of nothing",
      { usage: { m: {} }, ...costs("m", { prompt_tokens_total_cost: 0, pricing_level: "default" }) },
      [{ model: "m", cost: 0 }],
    ],
    [
      "without a price, which the service counts as nothing",
      {
        usage: { m: {} },
        ...costs("m", { prompt_tokens_total_cost: 0, completion_tokens_total_cost: 0, pricing_level: "" }),
      },
      [{ model: "m" }],
    ],
    [
      "with the cost of another",
      { usage: { m: {} }, ...costs("n", { prompt_tokens_total_cost: 1 }) },
      [{ model: "m" }],
    ],
    ["with costs of another form", { usage: { m: {} }, ...costs("m", "dear") }, [{ model: "m" }]],
    ["with costs that are a list", { usage: { m: {} }, weave: { costs: [1] } }, [{ model: "m" }]],
    [
      "of a model named like a member of all objects",
      { usage: { constructor: { requests: 1 }, toString: { requests: 2 } }, weave: { costs: {} } },
      [
        { model: "constructor", requests: 1 },
        { model: "toString", requests: 2 },
      ],
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

  test("of a model named __proto__, without a change to any object", () => {
    const summary = '{"usage":{"__proto__":{"requests":1},"m":{"requests":2}},"weave":{"costs":{"__proto__":{}}}}';
    const read = readCall(JSON.parse(callLine("a").replace(/"summary":\{"weave":.*?\}\}/, `"summary":${summary}`)));
    assert.ok(typeof read !== "string");
    assert.deepEqual(
      read.usage.filter(({ model }) => model === "m"),
      [{ ...unused, model: "m", requests: 2 }],
    );
    assert.equal(Reflect.get({}, "requests"), undefined);
  });
});

test("no summary, whatever it is, makes a call unreadable", () => {
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

describe("documents are read as they are", () => {
  const everything: readonly CallDocumentName[] = ["inputs", "output", "attributes", "summary"];
  const deep = JSON.parse(`${"[".repeat(900)}${"]".repeat(900)}`);
  const cases: readonly (readonly [
    what: string,
    json: string,
    asked: readonly CallDocumentName[],
    documents: CallDocuments["documents"],
  ])[] = [
    ["one", '{"id":"a","output":"yes","inputs":{"q":1}}', ["output"], { output: "yes" }],
    [
      "all",
      '{"id":"a","inputs":{"q":1},"output":null,"attributes":{},"summary":{"x":[]}}',
      everything,
      { inputs: { q: 1 }, output: null, attributes: {}, summary: { x: [] } },
    ],
    ["one that is missing is null", '{"id":"a"}', ["inputs"], { inputs: null }],
    ["falsy values", '{"id":"a","inputs":0,"output":false}', ["inputs", "output"], { inputs: 0, output: false }],
    [
      "one that is in a prototype alone is missing",
      '{"id":"a","__proto__":{"output":1}}',
      ["output"],
      { output: null },
    ],
    ["deep ones", `{"id":"a","output":${JSON.stringify(deep)}}`, ["output"], { output: deep }],
    ["none", '{"id":"a","output":1}', [], {}],
  ];
  for (const [what, json, asked, documents] of cases) {
    test(what, () => assert.deepEqual(readCallDocuments(JSON.parse(json), asked), { id: "a", documents }));
  }

  test("a member named __proto__ stays a member", () => {
    const read = readCallDocuments(JSON.parse('{"id":"a","output":{"__proto__":{"polluted":1}}}'), ["output"]);
    assert.equal(JSON.stringify(read), '{"id":"a","documents":{"output":{"__proto__":{"polluted":1}}}}');
    assert.equal(Reflect.get({}, "polluted"), undefined);
  });

  for (const json of ["[]", "null", '"a"', "{}", '{"id":1}', '{"__proto__":{"id":"a"}}', '{"id":null,"output":1}']) {
    test(`${json} is no call`, () => {
      assert.match(String(readCallDocuments(JSON.parse(json), ["output"])), /^not a call/);
    });
  }
});
