import assert from "node:assert/strict";
import { test } from "node:test";
import { describeProblem, serviceOptions } from "../../../src/localService/sampleService.ts";

const moment = "2026-11-03T10:00:00Z";
const rest = { port: 0, agents: 36, seed: 1, now: new Date(moment) };

const accepted: readonly (readonly [string, object, object])[] = [
  ["the default size is used without options", {}, { ...rest, threads: 420, calls: 9_000 }],
  [
    "strings of digits are numbers",
    { threads: "10", calls: "100", agents: "2", seed: "3", port: "80" },
    { ...rest, threads: 10, calls: 100, agents: 2, seed: 3, port: 80 },
  ],
  [
    "many threads raise the default number of calls",
    { threads: 100_000 },
    { ...rest, threads: 100_000, calls: 1_000_000 },
  ],
  ["few threads do not change the default number of calls", { threads: 3 }, { ...rest, threads: 3, calls: 9_000 }],
  ["few calls lower the default number of threads", { calls: 7 }, { ...rest, threads: 7, calls: 7 }],
  ["zero threads and calls are accepted", { threads: 0, calls: 0 }, { ...rest, threads: 0, calls: 0 }],
];
for (const [name, options, expected] of accepted) {
  test(name, () => assert.deepEqual(serviceOptions.parse({ now: moment, ...options }), expected));
}

test("the time defaults to the start of the current hour", () => {
  const before = Date.now();
  const { now } = serviceOptions.parse({});
  assert.equal(now.getTime() % 3_600_000, 0);
  assert.ok(now.getTime() <= Date.now() && now.getTime() > before - 3_600_000);
});

const refused: readonly (readonly [object, RegExp])[] = [
  [{ port: "65536" }, /^port must be a whole number from 0 to 65535\.$/],
  [{ port: -1 }, /^port must/],
  [{ threads: "1.5" }, /^threads must/],
  [{ seed: "" }, /^seed must/],
  [{ calls: "many" }, /^calls must/],
  [{ threads: 10, calls: 9 }, /^calls must be at least the number of threads/],
  [{ now: "yesterday" }, /^now must be an ISO 8601/],
  [{ now: "7" }, /^now must be an ISO 8601/],
  [{ colour: 1 }, /^Unknown option colour\.$/],
];
for (const [options, sentence] of refused) {
  test(`${JSON.stringify(options)} is rejected with a sentence`, () => {
    const result = serviceOptions.safeParse(options);
    assert.ok(!result.success);
    assert.match(describeProblem(result.error), sentence);
  });
}
