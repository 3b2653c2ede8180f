import { serveCalls } from "../../src/localService/http/server.ts";
import { CallDatabase } from "../../src/localService/query/database.ts";
import type { StoredCall } from "../../src/localService/query/storedCall.ts";
import { runMain } from "../editor/runMain.ts";
import { startInstalledEditor } from "../editor/startInstalledEditor.ts";
import { ConversationTab } from "../editor/workbench/conversationTab.ts";
import { type InterposedService, interpose } from "../fault/interposedService.ts";
import { settledRows, signIn } from "../ui/steps.ts";
import { allTime } from "../ui/threadRows.ts";
import { agentTurn } from "../unit/localService/agents/agentSpans.ts";
import { call } from "../unit/localService/testService.ts";

import { notify as notifyFigure } from "./figure.ts";

// Conversation end to end in a real editor: from the first bytes of the response to the first readable turn, with few
// and with many turns; and a 20 MB output, from the click that loads it.

const project = "bench/conversations";
const start = Date.UTC(2026, 10, 20);
const lengths = [10, 500, 2000];
const largeBytes = 20_000_000;
const agentTurns = 500;
const agents = "agents";
const spans = Array.from({ length: agentTurns }, (_, at) => agentTurn(agents, at, 20 * at, { tagsAll: true })).flat();

/** Runs in the page. Resolves to the time of the first frame with turn content, in milliseconds since the epoch. */
const firstMessage = `new Promise((done) => {
  const look = () => {
    if (document.querySelector("article .message") === null) requestAnimationFrame(look);
    else done(performance.timeOrigin + performance.now());
  };
  look();
})`;

await runMain(async (signal) => {
  await using editor = await startInstalledEditor({}, signal);
  await using service = await interpose(
    await serveCalls(new CallDatabase([{ id: project, objects: [], calls: calls(), spans }]), 0),
  );
  await using profile = await editor.newProfile({ ...allTime, "weaveThreads.threadLabel": "id" });
  const window = await profile.open();
  const view = await signIn(window, service, project);
  await settledRows(view);
  const tab = new ConversationTab(window.page);
  for (const length of lengths) {
    const answered = firstBytes(service);
    await view.select(threadId(length));
    await tab.waitFor(threadId(length));
    await tab.turn(1).locator(".message").first().waitFor();
    notify(`${length} turns: first readable turn, including the webview frame`, await answered);
  }
  for (const length of lengths) {
    await window.runCommand("View: Close All Editors");
    const { promise: read, resolve } = Promise.withResolvers<Promise<number>>();
    const answered = firstBytes(service, async () => {
      await tab.waitFor(threadId(length));
      resolve(tab.page.locator("html").evaluate<number, unknown>(firstMessage));
    });
    await view.select(threadId(length));
    await tab.turn(1).locator(".message").first().waitFor();
    const took = (await await read) - performance.timeOrigin - (await answered);
    console.log(`${length} turns: first readable turn, page loaded before the first bytes ${took.toFixed(0)} ms`);
  }
  await view.select(agents);
  const opened = performance.now();
  await tab.waitFor(agents);
  await tab.read(agentTurns);
  notifyFigure({
    what: `Agent conversation of ${agentTurns} turns: the latest is readable after the click`,
    ...{ measured: performance.now() - opened, budget: 1000, unit: "ms" },
  });
  await view.select("large");
  await tab.waitFor("large");
  const clicked = performance.now();
  await tab.turn(1).getByRole("button", { name: /Load/ }).click();
  await tab.turn(1).locator(".message").first().waitFor();
  notify("20 MB output: readable after the click", clicked);
  return 0;
});

/** The time of the first bytes of the next call list. The response is sent when `ready` has resolved. */
function firstBytes(service: InterposedService, ready: () => Promise<void> = () => Promise.resolve()): Promise<number> {
  const { promise, resolve, reject } = Promise.withResolvers<number>();
  service.misbehave((_incoming, outgoing, { path, body, pass }) => {
    const isList = path === "/calls/stream_query" && !JSON.stringify(body).includes('"call_ids"');
    if (!isList) return pass();
    service.misbehave(null);
    outgoing.once("pipe", () => resolve(performance.now()));
    ready().then(pass, reject);
  });
  return promise;
}

function threadId(turns: number): string {
  return `with ${turns} turns`;
}

function* calls(): Iterable<StoredCall> {
  for (const length of lengths) {
    for (let at = 0; at < length; at++)
      yield turn(threadId(length), at, `Answer ${at}: ${"as it was before, ".repeat(20)}`);
  }
  yield turn("large", 0, "x".repeat(largeBytes));
}

function turn(thread: string, at: number, answer: string): StoredCall {
  const id = `${thread}/${at}`;
  return call({
    id,
    thread_id: thread,
    turn_id: id,
    op_name: "answer",
    started_at: start + at * 60_000,
    ended_at: start + at * 60_000 + 900,
    storage_size_bytes: answer.length + 100,
    inputs: { messages: [{ role: "user", content: `Question ${at}` }] },
    output: answer,
  });
}

function notify(what: string, since: number): void {
  console.log(`${what} ${(performance.now() - since).toFixed(0)} ms`);
}
