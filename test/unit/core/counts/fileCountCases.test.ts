import assert from "node:assert/strict";
import { describe, type TestContext, test } from "node:test";
import { projectClient } from "../../../../src/core/conversations/conversationSources.ts";
import { countFile, type FileCount, issuesOf } from "../../../../src/core/counts/fileCount.ts";
import { outcomeText } from "../../../../src/core/counts/fileCountText.ts";
import { sampleProjects } from "../../../../src/core/query/projectId.ts";
import { createFormats } from "../../../../src/core/text/format.ts";
import { readCountFile } from "../../../../src/service/client.ts";
import { type InterposedService, startInterposedService } from "../../../fault/interposedService.ts";
import { lackingOperators } from "../../../fault/olderService.ts";
import { startClient } from "../../service/rawServer.ts";
import { calls, countFileCases, serviceData, storedBytes } from "./fileCountCases.ts";

const [project] = sampleProjects;
const formats = createFormats("en");
const { signal } = new AbortController();

async function start(t: TestContext) {
  const door: InterposedService = await startInterposedService(serviceData);
  t.after(() => door[Symbol.asyncDispose]());
  const { service } = startClient(t, door);
  const run = (body: object): Promise<FileCount> =>
    countFile(JSON.stringify(body), projectClient(service, project), async (json) => readCountFile(json), signal);
  const textOf = async (body: object) => outcomeText(await run(body), 0, formats).text;
  return { door, run, textOf };
}

test("every field, operator and cast of a count file counts what a plain evaluation of the calls counts", async (t) => {
  const { door, textOf } = await start(t);
  const counts = new Set<number>();
  for (const [index, { what, body, count }] of countFileCases.entries()) {
    assert.equal(await textOf(body), count === 1 ? "1 call" : `${formats.exact(count)} calls`, what);
    assert.equal(door.requests.length, index + 1, what);
    counts.add(count);
  }
  assert.ok(counts.size > 25, `only ${counts.size} different counts`);
});

describe("the result of a count file includes its limit, storage and project", () => {
  const [first] = calls;
  const cases: readonly (readonly [body: object, text: string])[] = [
    [{ limit: 100 }, "at least 100 calls (limit reached)"],
    [{ include_total_storage_size: true }, `1,200 calls · Storage: ${formats.size(storedBytes(calls))}`],
    [
      { filter: { call_ids: [first?.id] }, include_total_storage_size: true },
      `1 call · Storage: ${formats.size(storedBytes(calls.slice(0, 1)))} (only traces whose root call matches)`,
    ],
    [{ project_id: "fabrikam/rag-playground" }, "360 calls in fabrikam/rag-playground"],
  ];
  for (const [body, text] of cases) {
    test(text, async (t) => {
      const { textOf } = await start(t);
      assert.equal(await textOf(body), text);
    });
  }
});

test("a literal that the service rejects without naming its place is a failure without issues", async (t) => {
  const { run } = await start(t);
  const nested = { $literal: [{ $literal: { a: { $literal: 1 } } }] };
  const outcome = await run({ query: { $expr: { $eq: [{ $getField: "inputs.tools" }, nested] } } });
  assert.deepEqual(issuesOf(outcome), []);
  assert.match(
    outcomeText(outcome, 0, formats).text,
    /^Not counted: The request was rejected by the service: Unknown value type/,
  );
});

test("a count by a service without $lt is rewritten, and one without $containsToken fails", async (t) => {
  const { door, textOf } = await start(t);
  door.misbehave(lackingOperators(door, ["$lt", "$lte", "$containsToken"]));
  const latency = { $getField: "summary.weave.latency_ms" };
  const count = calls.filter((call) => call.ended_at !== null && call.ended_at - call.started_at < 900).length;
  assert.equal(
    await textOf({ query: { $expr: { $lt: [latency, { $literal: 900 }] } } }),
    `${formats.exact(count)} calls · $lt rewritten for this service`,
  );
  const words = { input: { $getField: "inputs.messages.0.content" }, substr: { $literal: "order" } };
  assert.equal(
    await textOf({ query: { $expr: { $containsToken: words } } }),
    "Not counted: $containsToken is not supported by the service. Remove it from the query.",
  );
});
