import assert from "node:assert/strict";
import { registerHooks } from "node:module";
import { test } from "node:test";
import { projectClient } from "../../../../src/core/conversations/conversationSources.ts";
import { countCalls } from "../../../../src/core/port/operations.ts";
import { backgroundClient } from "../../../../src/core/port/projectClient.ts";
import { RequestBudget } from "../../../../src/core/requests/requestBudget.ts";
import type { RequestEntry } from "../../../../src/core/requests/requestEntry.ts";
import { useLines } from "../../../../src/core/requests/requestUse.ts";
import { defaultNetwork } from "../../../../src/core/settings/network.ts";
import { createFormats } from "../../../../src/core/text/format.ts";
import { startProxyServer } from "../../../fault/proxyServer.ts";
import { startSecureService } from "../../../fault/secureService.ts";
import { HandRequestClock } from "../../service/handRequestClock.ts";
import { startClient } from "../../service/rawServer.ts";
import { stub } from "../vscodeStub.ts";

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

test("background requests to another host wait for the budget, those to this machine do not", async (t) => {
  // The proxy resolves every name to this machine, so that the service has a name that is not loopback.
  await using proxy = await startProxyServer();
  await using remote = await startSecureService();
  stub.values.set("weaveThreads.maxRequestsPerMinute", { globalValue: 1 });
  t.after(() => stub.values.delete("weaveThreads.maxRequestsPerMinute"));
  const lines: string[] = [];
  const log = (line: string) => void lines.push(line);
  const requests = new RequestLog({ info: log, warn: log });
  const clock = new HandRequestClock();
  const budget = requests.budget((options) => new RequestBudget({ ...options, clock }));
  const network = () => ({ ...defaultNetwork, strictTls: false, proxy: `http://127.0.0.1:${proxy.port}` });
  const project = "acme/desk";
  const count = (host: string) => {
    const url = `https://${host}:${remote.port}`;
    const { service } = startClient(t, { url, network, budget, onRequest: (entry) => requests.add(entry) });
    return backgroundClient(projectClient(service, project)).service.ask(
      countCalls,
      { project },
      AbortSignal.timeout(10_000),
    );
  };
  const tooltip = () => useLines(requests.use.value, 1, createFormats("en-US"));
  await count("weave.example");
  const waiting = count("weave.example");
  for (let turn = 0; turn < 10_000 && requests.use.value.waiting === 0; turn++) await new Promise(setImmediate);
  for (const host of ["127.0.0.1", "127.0.0.1", "localhost"]) await count(host);
  assert.equal(remote.heads.length, 4);
  assert.match(
    tooltip().join("\n"),
    /^This window: 4 requests, 44 bytes, .*\nRequests waiting: 1 \(limit: 1 per minute\)$/,
  );
  assert.ok(lines.includes("Background requests waiting: 1, weaveThreads.maxRequestsPerMinute: 1"));
  clock.pass(60_000);
  await waiting;
  assert.equal(remote.heads.length, 5);
  assert.match(tooltip().join("\n"), /^This window: 5 requests, 55 bytes, [^\n]*$/);
  assert.match(lines.at(-1) ?? "", new RegExp(`, proxy 127.0.0.1:${proxy.port}, window: 5 requests, 55 bytes$`));
});
