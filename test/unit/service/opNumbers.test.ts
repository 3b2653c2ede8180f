import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import * as z from "zod";
import { realClock } from "../../../src/core/async/clock.ts";
import { shownValue } from "../../../src/core/async/loadState.ts";
import { projectClient } from "../../../src/core/conversations/conversationSources.ts";
import type { TimePreset } from "../../../src/core/input/timeRange.ts";
import { OpNumbers } from "../../../src/core/opNavigation/opNumbers.ts";
import { sampleProjects } from "../../../src/core/query/projectId.ts";
import { defaultNetwork } from "../../../src/core/settings/network.ts";
import type { RunningService } from "../../../src/localService/http/server.ts";
import { startSampleService } from "../../../src/localService/sampleService.ts";
import { HttpThreadService } from "../../../src/service/client.ts";
import { eventually } from "../../editor/workbench/eventually.ts";
import { numbersOf, rawCall } from "./rawCalls.ts";

const [project] = sampleProjects;
const now = new Date("2026-11-20T12:00:00Z");

let running: RunningService;
let service: HttpThreadService;
let paths: string[] = [];

before(async () => {
  running = await startSampleService({ port: 0, threads: 400, calls: 9000, agents: 0, seed: 7, now });
  service = new HttpThreadService({
    ...running,
    network: () => defaultNetwork,
    fetch,
    onRequest: ({ path }) => paths.push(path),
  });
});

after(async () => {
  await service.close();
  await running.close();
});

/** All calls of the project as the service sends them. */
async function rawCalls() {
  const authorization = `Basic ${Buffer.from(`${running.username}:${running.password}`).toString("base64")}`;
  const response = await fetch(`${running.url}/calls/stream_query`, {
    method: "POST",
    headers: { authorization, "content-type": "application/json" },
    body: JSON.stringify({ project_id: project }),
  });
  const lines = (await response.text()).split("\n").filter((line) => line !== "");
  return z.array(rawCall).parse(lines.map((line): unknown => JSON.parse(line)));
}

const day = 86_400_000;
const everyDay = 31 * day;
const rare = [
  "triage_ticket",
  "lookup_order",
  "cancel_subscription",
  "POST /v1/feedback",
  "Evaluation.evaluate",
  "none",
];
const frequent = ["openai.chat.completions.create", "answer_customer", "search_help_center", "device_log", "none"];

const cases: readonly (readonly [preset: TimePreset, since: number, names: readonly string[], isAllRead: boolean])[] = [
  ["7d", 7 * day, rare, true],
  ["24h", day, rare, true],
  ["all", everyDay, frequent, false],
  ["30d", everyDay, frequent, false],
];

for (const [preset, since, names, isAllRead] of cases) {
  test(`numbers of ${names[0]} and others in ${preset} are those of their calls`, async () => {
    const numbers = new OpNumbers({
      now: () => now.getTime(),
      clock: realClock,
      range: () => ({ kind: "preset", preset }),
      onBug: (error) => assert.fail(String(error)),
    });
    const target = projectClient(service, project);
    numbers.reset(target);
    paths = [];
    const file = { id: "file:///agent.py", names };
    const shown = await eventually(() => {
      const loads = names.map((name) => numbers.of(file, name, target));
      assert.ok(loads.every((load) => shownValue(load) !== null));
      return loads.map(shownValue);
    });
    const calls = (await rawCalls()).filter(({ started_at }) => Date.parse(started_at) >= now.getTime() - since);
    const expected = numbersOf(calls, names);
    assert.deepEqual(
      shown.map((value) => [
        value?.calls,
        value?.failed,
        value?.p50,
        value?.ops.length,
        value?.isAllRead,
        value?.isExact,
      ]),
      expected.map((each) => [each.calls, each.failed, each.p50, each.versions, isAllRead, true]),
    );
    assert.ok((shown[0]?.calls ?? 0) > 1);
    // One request for the file, and two counts of each op only if it did not get all calls.
    const counts = paths.filter((path) => path === "/calls/query_stats");
    assert.equal(paths.length - counts.length, 1);
    assert.equal(counts.length, isAllRead ? 0 : 2 * names.length);
    numbers.reset(null);
  });
}
