import assert from "node:assert/strict";
import { after, before, beforeEach, describe, type TestContext, test } from "node:test";
import type { Fault } from "../../../src/core/failures/fault.ts";
import { countCalls, queryCallDocuments, queryCalls, queryThreads } from "../../../src/core/port/operations.ts";
import type { Call } from "../../../src/core/query/call.ts";
import type { CallListQuery } from "../../../src/core/query/callQueries.ts";
import { sampleProjects } from "../../../src/core/query/projectId.ts";
import type { HttpThreadService } from "../../../src/service/client.ts";
import {
  answering,
  hanging,
  type InterposedService,
  type Misbehavior,
  startInterposedService,
} from "../../fault/interposedService.ts";
import { lackingFieldComparison, lackingMembers, lackingRoute } from "../../fault/olderService.ts";
import { faultOf } from "../core/failures/faults.ts";
import { startClient } from "./rawServer.ts";
import { collect } from "./threads.ts";

const { signal } = new AbortController();
const [project] = sampleProjects;
const everything: CallListQuery = { project, costs: true, turnsOnly: true };

let door: InterposedService;
before(async () => {
  door = await startInterposedService({ threads: 20, calls: 300 });
});
beforeEach(() => door.misbehave(null));
after(() => door[Symbol.asyncDispose]());

interface Requested {
  readonly client: HttpThreadService;
  /** Bodies of the requests since `start`. */
  bodies(): readonly object[];
}

function start(t: TestContext, misbehavior: Misbehavior | null): Requested {
  door.misbehave(misbehavior);
  const seen = door.requests.length;
  return {
    client: startClient(t, door).service,
    bodies: () => door.requests.slice(seen).map(({ body }) => Object(body)),
  };
}

async function callsOf(client: HttpThreadService, query: CallListQuery): Promise<readonly Call[]> {
  return (await collect(client.rows(queryCalls, query, signal))).flat();
}

/** The calls from a service that supports the whole request. */
async function truth(t: TestContext, query: CallListQuery): Promise<readonly Call[]> {
  const calls = await callsOf(start(t, null).client, query);
  assert.ok(calls.length > 10);
  return calls;
}

const noComparison = {
  detail: [{ type: "value_error", loc: ["body", "query", "$expr", "$eq", 1, "$getField"], msg: "no" }],
};
const unsized = (call: Call): Call => ({ ...call, storedBytes: null });
const unpriced = (call: Call): Call => ({ ...call, usage: call.usage.map((used) => ({ ...used, cost: null })) });
const asIs = (call: Call): Call => call;

describe("a field that an older service rejects is omitted on a retry and from later requests", () => {
  const cases: readonly (readonly [
    what: string,
    older: Misbehavior,
    missing: readonly string[],
    change: (call: Call) => Call,
  ])[] = [
    ["sizes", lackingMembers(["include_storage_size"]), ["include_storage_size"], unsized],
    ["costs", lackingMembers(["include_costs"]), ["include_costs"], unpriced],
    [
      "both",
      lackingMembers(["include_costs", "include_storage_size"]),
      ["include_costs", "include_storage_size"],
      (call) => unsized(unpriced(call)),
    ],
    ["field comparison, rejected by path", lackingFieldComparison(422, noComparison), ["query"], asIs],
    [
      "field comparison, rejected by the database",
      lackingFieldComparison(400, { reason: "There is no supertype for types String, Nullable(String)" }),
      ["query"],
      asIs,
    ],
    [
      "sizes, rejected in a sentence",
      (incoming, outgoing, held) => {
        if (JSON.stringify(held.body).includes("include_storage_size"))
          answering(400, { reason: "unknown argument include_storage_size" })(incoming, outgoing, held);
        else held.pass();
      },
      ["include_storage_size"],
      unsized,
    ],
  ];
  for (const [what, older, missing, change] of cases) {
    test(what, async (t) => {
      const expected = await truth(t, everything);
      const { client, bodies } = start(t, older);
      for (const requests of [2, 3]) {
        assert.deepEqual(await callsOf(client, everything), expected.map(change));
        assert.equal(bodies().length, requests);
      }
      const [first = {}, ...others] = bodies();
      assert.deepEqual(
        missing.filter((name) => !(name in first)),
        [],
      );
      for (const body of others) {
        assert.deepEqual(
          Object.keys(body).toSorted(),
          Object.keys(first)
            .filter((name) => !missing.includes(name))
            .toSorted(),
        );
      }
    });
  }

  test("fields rejected one after the other", async (t) => {
    const expected = await truth(t, everything);
    const { client, bodies } = start(t, (incoming, outgoing, held) => {
      const text = JSON.stringify(held.body);
      const unknown = ["include_costs", "include_storage_size"].find((name) => text.includes(name));
      if (unknown === undefined) held.pass();
      else lackingMembers([unknown])(incoming, outgoing, held);
    });
    assert.deepEqual(
      await callsOf(client, everything),
      expected.map((call) => unsized(unpriced(call))),
    );
    assert.equal(bodies().length, 3);
  });

  test("each client detects rejected fields independently", async (t) => {
    const { client, bodies } = start(t, lackingMembers(["include_costs"]));
    await callsOf(client, everything);
    const other = startClient(t, door).service;
    await callsOf(other, everything);
    assert.equal(bodies().length, 4);
  });

  test("concurrent requests are each retried and succeed", async (t) => {
    const expected = (await truth(t, everything)).length;
    const { client } = start(t, lackingMembers(["include_costs", "include_storage_size"]));
    const answers = await Promise.all([1, 2, 3].map(() => callsOf(client, everything)));
    assert.deepEqual(
      answers.map(({ length }) => length),
      [expected, expected, expected],
    );
  });
});

describe("turns are filtered by the client if the service cannot compare fields", () => {
  const older = lackingFieldComparison(422, noComparison);
  const pages: readonly (readonly [what: string, page: Pick<CallListQuery, "limit" | "offset" | "sort" | "filter">])[] =
    [
      ["all turns", {}],
      ["the first page", { limit: 7 }],
      ["a middle page", { limit: 9, offset: 12 }],
      ["a page beyond the last turn", { offset: 5_000, limit: 3 }],
      ["descending order", { sort: [{ field: "started_at", direction: "desc" }], limit: 5, offset: 1 }],
      ["only trace roots", { filter: { traceRootsOnly: true }, limit: 11 }],
    ];
  for (const [what, page] of pages) {
    test(what, async (t) => {
      const query = { project, turnsOnly: true, ...page };
      const expected = await callsOf(start(t, null).client, query);
      const { client } = start(t, older);
      assert.deepEqual(await callsOf(client, query), expected);
    });
  }

  test("reading stops at the limit", async (t) => {
    const { client } = start(t, older);
    const batches: (readonly Call[])[] = [];
    for await (const batch of client.rows(queryCalls, { project, turnsOnly: true, limit: 1 }, signal))
      batches.push(batch);
    assert.deepEqual(
      batches.map(({ length }) => length),
      [1],
    );
  });

  test("the caller's own query is still sent", async (t) => {
    const query = { $expr: { $eq: [{ $getField: "summary.weave.status" }, { $literal: "success" }] } } as const;
    const { client, bodies } = start(t, older);
    const calls = await callsOf(client, { project, turnsOnly: true, query });
    assert.ok(calls.length > 0 && calls.every(({ status, id, turnId }) => status === "success" && id === turnId));
    assert.deepEqual(Reflect.get(bodies()[1] ?? {}, "query"), query);
  });
});

describe("other errors are reported unchanged, and later requests omit no field", () => {
  const issue = (...loc: readonly string[]): object => ({ detail: [{ type: "x", loc: ["body", ...loc], msg: "no" }] });
  const cases: readonly (readonly [
    what: string,
    status: number,
    body: object,
    requests: number,
    kind: Fault["kind"],
  ])[] = [
    ["another field", 422, issue("columns"), 1, "invalidRequest"],
    [
      "another field and sizes",
      422,
      {
        detail: [
          { type: "x", loc: ["body", "columns"], msg: "no" },
          { type: "x", loc: ["body", "include_storage_size"], msg: "no" },
        ],
      },
      1,
      "invalidRequest",
    ],
    ["costs, even on the retry without them", 422, issue("include_costs"), 2, "invalidRequest"],
    ["an unrelated sentence", 400, { reason: "Field x is not allowed in ORDER BY" }, 2, "invalidRequest"],
    ["no permission", 403, { detail: "include_costs" }, 1, "forbidden"],
    ["too expensive", 504, { reason: "include_costs is too slow" }, 1, "tooExpensive"],
  ];
  for (const [what, status, body, requests, kind] of cases) {
    test(what, async (t) => {
      const { client, bodies } = start(t, answering(status, body));
      for (const round of [1, 2]) {
        assert.equal((await faultOf(callsOf(client, everything))).kind, kind);
        assert.equal(bodies().length, round * requests);
      }
      door.misbehave(null);
      await callsOf(client, everything);
      assert.ok("include_costs" in (bodies().at(-1) ?? {}));
    });
  }

  test("a request without turns or costs is not retried", async (t) => {
    const { client, bodies } = start(t, answering(400, { reason: "no" }));
    await faultOf(callsOf(client, { project }));
    assert.equal(bodies().length, 1);
  });
});

describe("a service without the route", () => {
  const lacking: readonly (readonly [what: string, misbehavior: Misbehavior])[] = [
    ["404 with a detail", lackingRoute("/calls/stream_query")],
    ["405", answering(405, { detail: "Method Not Allowed" })],
  ];
  for (const [what, misbehavior] of lacking) {
    test(`${what}: calls and documents fail with routeMissing after one request each`, async (t) => {
      const { client, bodies } = start(t, misbehavior);
      const missing = { kind: "routeMissing", path: "/calls/stream_query" };
      assert.deepEqual(await faultOf(callsOf(client, everything)), missing);
      const documents = client.rows(queryCallDocuments, { project, callIds: ["a"], documents: ["output"] }, signal);
      assert.deepEqual(await faultOf(collect(documents)), missing);
      assert.equal(bodies().length, 2);
    });
  }

  test("threads and counts still work", async (t) => {
    const { client } = start(t, lackingRoute("/calls/stream_query"));
    assert.ok((await collect(client.rows(queryThreads, { project }, signal))).flat().length > 0);
    assert.equal((await client.ask(countCalls, { project }, signal)).count, 300);
  });
});

test("canceling during the retry ends the retried request", async (t) => {
  const { misbehavior, gone } = hanging();
  const controller = new AbortController();
  const { client } = start(t, (incoming, outgoing, held) => {
    if (JSON.stringify(held.body).includes("include_costs"))
      lackingMembers(["include_costs"])(incoming, outgoing, held);
    else {
      misbehavior(incoming, outgoing, held);
      controller.abort(new Error("enough"));
    }
  });
  await assert.rejects(collect(client.rows(queryCalls, everything, controller.signal)), /enough/);
  await gone;
});
