import assert from "node:assert/strict";
import { registerHooks } from "node:module";
import { test } from "node:test";
import type { RequestEntry } from "../../../../src/core/requestEntry.ts";

const stubUrl = new URL("../vscodeStub.ts", import.meta.url).href;
registerHooks({
  resolve: (specifier, context, next) => next(specifier === "vscode" ? stubUrl : specifier, context),
});
const { RequestLog } = await import("../../../../src/vscode/session/troubleshooting.ts");

const entry: RequestEntry = {
  at: 0,
  route: "direct",
  routeReason: "no proxy is set",
  attempt: 1,
  nextIn: null,
  cause: null,
  path: "threads/query",
  status: 200,
  milliseconds: 1,
  bytes: 0,
  rows: 0,
  outcome: "ok",
};

test("each request is logged, and the last ones are kept, the oldest first", () => {
  const lines: string[] = [];
  const log = (kind: string) => (line: string) => void lines.push(`${kind} ${line.slice(0, 4)}`);
  const requests = new RequestLog({ info: log("info"), warn: log("warn") });
  for (let bytes = 1; bytes <= 53; bytes++) requests.add({ ...entry, bytes });
  requests.add({ ...entry, bytes: 54, outcome: { kind: "forbidden", detail: "" } });
  const kept = requests.entries.map(({ bytes }) => bytes);
  assert.deepEqual([kept.length, kept.at(0), kept.at(-1)], [50, 5, 54]);
  assert.deepEqual([lines.length, lines.at(0), lines.at(-1)], [54, "info POST", "warn POST"]);
});

test("the log has the use of the window, and says when more requests wait", () => {
  const lines: string[] = [];
  const log = (line: string) => void lines.push(line);
  const requests = new RequestLog({ info: log, warn: log });
  requests.add({ ...entry, bytes: 3 });
  for (const waiting of [1, 2, 2, 1, 0, 0]) requests.wait(waiting);
  assert.match(lines.shift() ?? "", /, window: 1 request, 3 bytes$/);
  assert.deepEqual(lines, [
    "Background requests waiting: 1, weaveThreads.maxRequestsPerMinute: 120",
    "Background requests waiting: 2, weaveThreads.maxRequestsPerMinute: 120",
  ]);
  assert.deepEqual(requests.use.value, { requests: 1, bytes: 3, latest: 1, waiting: 0 });
});
