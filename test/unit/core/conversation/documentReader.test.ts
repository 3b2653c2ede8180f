import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { firstBatch, readDocuments, type SizedCall } from "../../../../src/core/conversation/documentReader.ts";
import { projectClient } from "../../../../src/core/conversations/conversationSources.ts";
import { ServiceError } from "../../../../src/core/failures/fault.ts";
import { unusedService } from "../testService.ts";

const requested = { calls: 20, unsized: 10, perRequest: 1000 };

function sized(...bytes: readonly (number | null)[]): readonly SizedCall[] {
  return bytes.map((storedBytes, place) => ({ id: `c${place}`, storedBytes }));
}

const many = (storedBytes: number | null) => sized(...Array.from({ length: 30 }, () => storedBytes));

const cases: readonly [name: string, due: readonly SizedCall[], left: number, count: number][] = [
  ["no request is sent for no call", [], 5000, 0],
  ["small calls are requested together", sized(10, 20, 30), 5000, 3],
  ["at most so many calls are requested together", many(10), 5000, 20],
  ["calls are requested together while they fit", sized(250, 250, 250, 250, 1), 5000, 4],
  ["a large call is requested alone", sized(4000, 1), 5000, 1],
  ["calls of unknown and known size are requested separately", sized(null, 10), 5000, 1],
  ["fewer calls of unknown size are requested together", many(null), 5000, 10],
  ["what exceeds the bytes left is not requested", sized(40, 10, 10), 39, 0],
  ["the last request ends where the bytes do", sized(10, 20, 30), 35, 2],
];

for (const [name, due, left, count] of cases) {
  test(name, () => assert.deepEqual(firstBatch(due, requested, left), due.slice(0, count)));
}

const signal = new AbortController().signal;
const unreadable = new ServiceError({ kind: "malformed", line: null, rowsBefore: 0, detail: "" });

/** Reads the calls of a service that ends its response at each of the unreadable ones, and lacks others. */
async function read(calls: readonly SizedCall[], { bad, gone }: Record<"bad" | "gone", ReadonlySet<string>>) {
  let requests = 0;
  const service = {
    ...unusedService,
    async *queryCallDocuments({ callIds }: { readonly callIds: readonly string[] }) {
      requests++;
      assert.ok(callIds.length > 0);
      for (const id of callIds) {
        if (bad.has(id)) throw unreadable;
        if (!gone.has(id)) yield [{ id, documents: { inputs: id } }];
      }
    },
  };
  const target = projectClient(service, "acme/desk");
  const kinds = new Map<string, string>();
  for await (const batch of readDocuments(calls, requested, target.sources[0], target, signal))
    for (const { call, kind } of batch) {
      assert.ok(!kinds.has(call.id));
      kinds.set(call.id, kind);
    }
  return { requests, kinds };
}

test("each call is read once, whichever others cannot be read or are gone", async () => {
  const call = fc.constantFrom("shown", "shown", "shown", "failed", "gone");
  await fc.assert(
    fc.asyncProperty(fc.array(call, { maxLength: 60 }), async (states) => {
      const calls = sized(...states.map(() => 10));
      const of = (state: string) => new Set(calls.filter((_, at) => states[at] === state).map(({ id }) => id));
      const { requests, kinds } = await read(calls, { bad: of("failed"), gone: of("gone") });
      assert.deepEqual(
        calls.map(({ id }) => kinds.get(id)),
        states,
      );
      assert.ok(requests <= Math.ceil(calls.length / 20) + 10 * of("failed").size);
    }),
  );
});
