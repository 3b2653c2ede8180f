import assert from "node:assert/strict";
import { type TestContext, test } from "node:test";
import { projectClient } from "../../../../src/core/conversations/conversationSources.ts";
import {
  candidateIds,
  findThread,
  missingTypedText,
  notFoundText,
} from "../../../../src/core/conversations/threadById.ts";
import { ServiceError } from "../../../../src/core/failures/fault.ts";
import { queryThreads } from "../../../../src/core/port/operations.ts";
import type { ProjectClient } from "../../../../src/core/port/projectClient.ts";
import { threadKey } from "../../../../src/core/query/conversationKey.ts";
import type { ThreadQuery } from "../../../../src/core/query/threadQuery.ts";
import { project, serve, turn } from "../../localService/testService.ts";
import { startClient } from "../../service/rawServer.ts";
import { arrayService } from "./arrayService.ts";
import { thread } from "./threads.ts";

const { signal } = new AbortController();

async function target(t: TestContext): Promise<ProjectClient> {
  const { running } = await serve(t, [
    turn("old", "t1", 0, 5),
    turn("old", "t2", 10, 12),
    turn("a b, c", "t3", 20, 21),
    turn("unfinished", "t4", 30, null),
  ]);
  return projectClient(startClient(t, running).service, project);
}

const ids: readonly [id: string, turns: number | null][] = [
  ["old", 2],
  ["a b, c", 1],
  ["OLD", null],
  ["ol", null],
  ["unfinished", null],
];
test("a thread with a finished turn is found by its complete ID, with all of its turns", async (t) => {
  const service = await target(t);
  for (const [id, turns] of ids) {
    const found = await findThread(service, threadKey(id), signal);
    assert.deepEqual([found?.id ?? id, found?.turnCount ?? null], [id, turns]);
  }
});

test("a service that ignores the ID filter finds nothing else", async () => {
  const service = arrayService([thread("other"), thread("another")]);
  const heedless = {
    ...service,
    queryThreads: ({ threadIds: _, ...query }: ThreadQuery, until: AbortSignal) =>
      service.rows(queryThreads, query, until),
  };
  assert.equal(await findThread(projectClient(heedless, project), threadKey("wanted"), signal), null);
});

test("an abort rejects with the reason, and a failure of the service is passed on", async () => {
  const service = arrayService([thread("a")]);
  await assert.rejects(findThread(projectClient(service, project), threadKey("a"), AbortSignal.abort()), {
    name: "AbortError",
  });
  const failing = arrayService([thread("a")]);
  failing.next.breakAfter = 0;
  await assert.rejects(findThread(projectClient(failing, project), threadKey("a"), signal), ServiceError);
});

const typed: readonly [text: string, ids: readonly string[]][] = [
  ["old", ["old"]],
  ["a b, c", ["a b, c"]],
  [" old\t", [" old\t", "old"]],
  ['"  leading and trailing  "', ["  leading and trailing  "]],
  [' "line one\\nline two" ', ["line one\nline two"]],
  ['" "', [" "]],
  [String.raw`"\"quoted\""`, ['"quoted"']],
  ['"half', ['"half']],
  ['"a" "b"', ['"a" "b"']],
  ["[1]", ["[1]"]],
  ["7", ["7"]],
  ["", []],
  [" \t", []],
  ['""', []],
];
for (const [text, candidates] of typed) {
  test(`${JSON.stringify(text)} may mean ${JSON.stringify(candidates)}`, () =>
    assert.deepEqual(candidateIds(text), candidates));
}

test("a thread that is not found is named, shortened and without links", () => {
  assert.equal(
    notFoundText("a".repeat(80), { project }),
    `Thread ${"a".repeat(40)}…${"a".repeat(19)} not found in ${project}. A thread may appear only after its first finished turn.`,
  );
  assert.equal(
    missingTypedText(" t", { project }),
    `Thread  t not found in ${project}. A thread may appear only after its first finished turn. Enclose an ID with leading or trailing spaces or new lines in JSON quotes.`,
  );
  assert.match(notFoundText("[t](command:x)", { project }), /^Thread \[t\] \(command:x\) not found/);
});
