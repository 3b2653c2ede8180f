import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { everyKey, sortKeyText } from "../../src/core/conversations/sortText.ts";
import { keyFields, threadKey } from "../../src/core/query/conversationKey.ts";
import { sortFields } from "../../src/core/query/threadQuery.ts";
import { replay } from "../collector/replay.ts";
import { ConversationTab } from "../editor/workbench/conversationTab.ts";
import { eventually } from "../editor/workbench/eventually.ts";
import { OverviewTab } from "../editor/workbench/overviewTab.ts";
import { answerSaveDialog, runCommandById } from "../ui/editorApi.ts";
import { askThreads, byId, threadsPath } from "../ui/threadRows.ts";
import { plainCsv, plainJsonLines } from "../unit/core/export/plainExport.ts";
import { signOutAndIn, switchAccount } from "./accounts.ts";
import type { Action, Soak } from "./soak.ts";

const day = 86_400_000;

const sort: Action = async (soak) => {
  const [first, ...others] = everyKey(sortFields);
  assert.ok(first);
  const key = soak.random.pick([first, ...others]);
  soak.account.sort = [key];
  await soak.pick("weaveThreads.sort", "Sort Threads", sortKeyText(key));
  await soak.settle();
};

const filter: Action = async (soak) => {
  const { window, random, account } = soak;
  const { quickInput } = window;
  const kind = random.pick(["time", "ids", "none"]);
  const [from, days, skipped] = [random.between(2, 6), random.between(1, 3), random.between(0, 5)];
  if (kind === "time") {
    const midnight = Math.floor(Date.now() / day) * day - from * day;
    const [after = "", before = ""] = [midnight - days * day, midnight].map((at) => new Date(at).toISOString());
    account.filter = { ...account.filter, after_datetime: after, before_datetime: before };
    await soak.pick("weaveThreads.filter", "Filter Threads", "Time");
    await quickInput.waitFor("Filter Threads by Time");
    await quickInput.pick("Custom Range…");
    await eventually(async () => assert.match(await quickInput.message(), /^A day, or a start|^from /));
    await quickInput.type(`${after} to ${before}`);
    await quickInput.accept();
  } else if (kind === "ids") {
    const request = { project_id: account.project, sort_by: [byId], limit: 7, offset: skipped };
    const ids = (await askThreads(account.service, request)).map(({ thread_id }) => thread_id);
    account.filter = { ...account.filter, thread_ids: ids };
    await soak.pick("weaveThreads.filter", "Filter Threads", "IDs");
    await quickInput.waitFor("Filter Threads by ID");
    await quickInput.type(JSON.stringify(ids));
    await quickInput.accept();
  } else {
    account.filter = {};
    await window.startCommand("weaveThreads.clearFilter");
  }
  await quickInput.waitUntilClosed();
  await soak.settle();
};

/** Runs a command that requests the list. */
async function request(soak: Soak, command: string): Promise<void> {
  const { requests } = soak.account.service;
  const before = requests.length;
  await runCommandById(soak.window, command);
  await eventually(() => assert.ok(requests.slice(before).some(({ path }) => path === threadsPath)));
  await soak.settle();
}

const refresh: Action = async (soak) => await request(soak, "weaveThreads.refresh");

const page: Action = async (soak) => {
  const { count, isComplete } = await soak.loaded();
  if (isComplete) {
    await runCommandById(soak.window, "weaveThreads.loadMore");
    return await soak.settle();
  }
  const { fault } = soak;
  await request(soak, "weaveThreads.loadMore");
  if (fault !== null && fault.met.length > 0) return;
  // The rows are drawn a moment after they have arrived. A page without rows ends a list that ended in short pages.
  await eventually(async () => {
    const after = await soak.loaded();
    assert.ok(after.count > count || after.isComplete, "no thread was added");
    await soak.showsEnd();
  });
};

/** Loads the rest of the list. */
const loadAll: Action = async (soak) => {
  const { window, view } = soak;
  const run = () => window.startCommand("weaveThreads.loadAll");
  const all = async () => {
    assert.equal(await view.busy(), false);
    assert.deepEqual(await soak.loaded(), { count: await soak.total(), isComplete: true });
  };
  await run();
  const failed = await soak.outcome(all, () => soak.failure(), [threadsPath]);
  soak.fix();
  if (failed) await run();
  await eventually(all);
  await soak.settle();
};

/** Collects a program's calls and spans on this machine, and returns to the account. */
const collect: Action = async (soak) => {
  const { window, view } = soak;
  soak.fix();
  await runCommandById(window, "weaveThreads.localCollector", "start");
  await window.startCommand("weaveThreads.localCollector", "copy");
  await window.quickInput.waitFor("Copy Environment");
  await window.quickInput.pick(".env file");
  const [url = "", key = ""] = await eventually(async () => {
    const [, ...found] = /WANDB_BASE_URL=(.*)\n(?:.*\n)*?WANDB_API_KEY=(.*)/.exec(await window.clipboard()) ?? [];
    assert.equal(found.length, 2);
    return found;
  });
  assert.deepEqual(await replay({ url, key }), []);
  await eventually(async () => {
    assert.match(await view.description(), /acme\/desk.*local/);
    assert.equal((await soak.loaded()).count, 4);
  });
  await runCommandById(window, "weaveThreads.localCollector", "stop");
  await eventually(() => soak.showsProject());
  await soak.settle();
};

const follow: Action = async (soak) => {
  const { window, view, account } = soak;
  const before = account.service.requests.length;
  await window.startCommand("weaveThreads.follow");
  await eventually(async () => assert.match(await view.description(), / · follow/));
  await eventually(() => assert.ok(account.service.requests.length > before + 1));
  await runCommandById(window, "weaveThreads.stopFollowing");
  await eventually(async () => assert.doesNotMatch(await view.description(), / · follow/));
  // What fails automatically is told in the log and the status item.
  await soak.settle("");
};

const open: Action = async (soak) => {
  const { window, account, random } = soak;
  const wanted = random.fraction();
  const threads = (await askThreads(account.service, { project_id: account.project, sort_by: [byId] })).map(
    ({ thread_id: id, turn_count: turns }) => ({
      id,
      turns,
      argument: keyFields(threadKey(id)),
      path: "/calls/stream_query",
    }),
  );
  const agents = (await soak.agents()).map((agent) => {
    return { ...agent, argument: keyFields({ kind: "agent", id: agent.id }), path: "/agents/spans/query" };
  });
  // As often a thread as an agent.
  const kind = random.pick([threads, agents.length === 0 ? threads : agents]);
  const short = kind.filter(({ turns, id }) => turns < 20 && id.trim() !== "");
  const conversation = short[Math.floor(wanted * short.length)];
  assert.ok(conversation);
  const tab = new ConversationTab(window.page);
  const openTab = async () => {
    await window.startCommand("weaveThreads.openConversation", conversation.argument);
    await tab.page.locator("h1").waitFor();
  };
  await openTab();
  const notice = () => tab.notice();
  const turns = async () => {
    assert.equal(await tab.turnCount(), conversation.turns);
    assert.equal(await tab.page.locator(".progress").innerText(), "");
  };
  const failed = await soak.outcome(turns, notice, [conversation.path]);
  soak.fix();
  if (failed) {
    await soak.tidy();
    await openTab();
  }
  await tab.waitForTurns(conversation.turns);
  await soak.tidy();
  await soak.settle();
};

const overview: Action = async (soak) => {
  const { window } = soak;
  const expected = await soak.expected();
  await runCommandById(window, "weaveThreads.openOverview");
  const tab = new OverviewTab(window.page);
  await tab.waitFor();
  const notice = () => tab.notice();
  const figures = async () => {
    assert.equal(await tab.page.locator("main").getAttribute("aria-busy"), "false");
    if (expected.length === 0) {
      assert.match(await tab.page.locator("main").innerText(), /^No threads match the filter: /m);
      return;
    }
    // After a failure there is none to wait for.
    const [value] = await tab.page.locator('[data-figure="threads"] .value').allInnerTexts();
    assert.equal(value?.replaceAll(",", ""), String(expected.length));
  };
  await soak.outcome(figures, notice, [threadsPath]);
  soak.fix();
  if ((await notice()) !== "") await tab.press("Refresh");
  await eventually(figures);
  await eventually(async () => assert.equal(await notice(), ""));
  await soak.tidy();
  await soak.settle();
};

const exportThreads: Action = async (soak, folder) => {
  const { window, account, random } = soak;
  const isCsv = random.chance(0.5);
  const file = join(folder, `threads.${isCsv ? "csv" : "jsonl"}`);
  const lines = (await account.service.ask(threadsPath, soak.request)).split("\n").filter((line) => line !== "");
  const total = await soak.total();
  const run = async () => {
    await window.startCommand("weaveThreads.exportThreads");
    await window.quickInput.waitFor("Export Threads");
    await answerSaveDialog(window, file);
    await window.quickInput.pick(isCsv ? "CSV" : "JSON Lines");
  };
  const said = async () => (await window.notifications.messages()).join("\n");
  const written = async () => {
    // Before the message, which hides after a while.
    const text = total === 0 ? "" : await readFile(file, "utf8");
    if (/^\ufeff?kind,|^\{"kind":/.test(text)) {
      const rows = text.trim().split(/\r?\n(?=thread,|agent,|\{)/);
      const threads = rows.filter((row) => row.startsWith(isCsv ? "thread," : '{"kind":"thread"'));
      assert.deepEqual([rows.length, threads.length], [isCsv ? total + 1 : total, lines.length]);
    } else if (total > 0) {
      assert.equal(text, isCsv ? plainCsv(lines) : plainJsonLines(lines));
    }
    assert.match(await said(), total === 0 ? /^No threads to export/m : /^Exported [\d,]+ .* to /m);
  };
  const failure = async () => {
    const text = await said();
    return /was not written/.test(text) && total > 0 ? text : "";
  };
  await run();
  const failed = await soak.outcome(written, failure, [threadsPath]);
  soak.fix();
  if (failed) {
    await soak.tidy();
    await run();
    await eventually(written);
  }
  await soak.tidy();
  await soak.settle();
};

/** All actions of a round. */
export const actions = {
  ...{ open, sort, filter, refresh, follow, page, loadAll, overview, collect },
  ...{ signOutAndIn, switchAccount, exportThreads },
} satisfies Readonly<Record<string, Action>>;
