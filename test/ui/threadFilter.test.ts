import assert from "node:assert/strict";
import { test } from "node:test";
import { ConversationTab } from "../editor/workbench/conversationTab.ts";
import { eventually } from "../editor/workbench/eventually.ts";
import type { TreeView } from "../editor/workbench/treeView.ts";
import type { Workbench } from "../editor/workbench/workbench.ts";
import { hanging } from "../fault/interposedService.ts";
import { restartExtension } from "./editorApi.ts";
import { installedEditor } from "./installedEditor.ts";
import { interposed } from "./interposed.ts";
import { manualRequests, settledRows, signIn } from "./steps.ts";
import { allTime, askThreads, byId, shownIds, showsFirstOf } from "./threadRows.ts";

const editor = installedEditor();
// Data up to now, so that the last 24 hours contain threads.
const service = interposed({ now: new Date().toISOString() });
const newestFirst = { sort_by: [{ field: "last_updated", direction: "desc" }, byId] };
const day = 86_400_000;

const listed = () => manualRequests(service.requests).filter(({ path }) => path === "/threads/stream_query");

/** The filter of the latest request for threads. */
function sentFilter(): Readonly<Record<string, unknown>> | undefined {
  return JSON.parse(JSON.stringify(listed().at(-1)?.body)).filter;
}

async function pickFilter(window: Workbench, view: TreeView, part: string): Promise<void> {
  await view.press("Filter Threads…");
  await window.quickInput.waitFor("Filter Threads");
  await window.quickInput.pick(part);
}

/** Waits until the rows are those of the service's response to this filter. */
async function showsFiltered(view: TreeView, filter: object | undefined): Promise<void> {
  await settledRows(view);
  await showsFirstOf(view, await askThreads(service, { ...newestFirst, limit: 100, filter }));
}

test("a time range limits threads and statistics, returns after a restart, and can be cleared", (t) =>
  editor.inWindow(t, {}, async (window) => {
    const { quickInput } = window;
    const view = await signIn(window, service);
    await settledRows(view);
    await eventually(async () => assert.match(await view.description(), /^100\+ · 7d · Last updated ↓ · northwind/));
    await eventually(async () => assert.equal(await view.message(), ""));
    await eventually(async () => assert.match((await view.rows())[0]?.description ?? "", /^\d+ turns? · /));
    await pickFilter(window, view, "Time");
    await quickInput.pick("Last 24 hours");
    await eventually(async () => assert.match(await view.description(), /^\d+\+? · 24h · /));
    await showsFiltered(view, sentFilter());

    await pickFilter(window, view, "Time");
    await quickInput.pick("Custom Range…");
    await eventually(async () => assert.match(await quickInput.message(), /^A day, or a start and an end time/));
    await quickInput.type("yesterday .. -10d");
    await eventually(async () => assert.match(await quickInput.message(), /must be after the start time/));
    await eventually(async () => assert.equal(await quickInput.refused(), true));
    await quickInput.type("-10d .. -2d");
    await eventually(async () => assert.match(await quickInput.message(), /^from .* to .*\(/));
    assert.equal(await quickInput.refused(), false);
    await quickInput.accept();
    await eventually(async () => assert.match(await view.description(), /^\d+\+? · -10d \.\. -2d · /));
    await showsFiltered(view, sentFilter());
    await eventually(async () => assert.equal(await view.message(), ""));

    const before = listed().length;
    await restartExtension(window);
    await eventually(() => assert.ok(listed().length > before));
    const bounds = [sentFilter()?.after_datetime, sentFilter()?.before_datetime];
    const [after = 0, until = 0] = bounds.map((bound) => Date.parse(String(bound)));
    assert.equal(until - after, 8 * day);
    await eventually(async () => assert.equal(await view.message(), ""));
    await showsFiltered(view, sentFilter());

    await view.press("Filter Threads…");
    await quickInput.waitFor("Filter Threads");
    const clear = async () => (await quickInput.items()).find(({ label }) => label === "Clear Filter");
    await eventually(async () => assert.equal((await clear())?.description, "-10d .. -2d"));
    await quickInput.type("-36h");
    await eventually(async () => {
      const [typed] = await quickInput.items();
      assert.equal(typed?.label, "-36h");
      assert.match(typed.description, /^since /);
    });
    await quickInput.accept();
    await eventually(async () => assert.match(await view.description(), /^\d+\+? · -36h · /));
    await showsFiltered(view, sentFilter());

    const [row] = await view.rows();
    assert.deepEqual([row?.label, row?.description], ["Clear Filter", "-36h"]);
    await view.select("Clear Filter");
    await eventually(async () => assert.match(await view.description(), /^100\+ · 7d · /));
    await showsFiltered(view, sentFilter());
    await eventually(async () => assert.equal(await view.message(), ""));
    await eventually(async () => assert.ok((await view.rows()).every(({ label }) => label !== "Clear Filter")));
  }));

test("thread IDs pasted as JSON filter the list, and IDs without a match offer Clear Filter", (t) =>
  editor.inWindow(t, { settings: allTime }, async (window) => {
    const { quickInput } = window;
    const view = await signIn(window, service);
    await settledRows(view);
    const ids = (await askThreads(service, { ...newestFirst, limit: 3, offset: 40 })).map(({ thread_id }) => thread_id);
    await pickFilter(window, view, "IDs");
    await quickInput.waitFor("Filter Threads by ID");
    await quickInput.type(JSON.stringify([...ids, ids[0]]));
    await eventually(async () => assert.equal(await quickInput.message(), "3 IDs (1 duplicate removed)"));
    await quickInput.accept();
    await eventually(async () => assert.deepEqual([...(await shownIds(view))].sort(), [...ids].sort()));
    await eventually(async () => assert.match(await view.description(), /3 IDs/));

    await pickFilter(window, view, "IDs");
    await quickInput.waitFor("Filter Threads by ID");
    await quickInput.type("no-such-thread");
    await quickInput.accept();
    await view.waitForWelcome(/No conversations match the filter/);
    await view.pressWelcomeButton("Clear Filter");
    await eventually(async () => assert.match(await view.description(), /^100\+ · all time · /));
  }));

test("Find selects a thread in the list, or shows it above the list", (t) =>
  editor.inWindow(t, {}, async (window) => {
    const { quickInput } = window;
    const view = await signIn(window, service);
    await settledRows(view);
    const find = async (id: string, isLoaded: boolean) => {
      await window.runCommand("Weave: Find…");
      await quickInput.waitFor("Find");
      await quickInput.type(id);
      if (isLoaded) return await quickInput.accept();
      assert.ok(await quickInput.offers(`Thread with ID “${id}”`, 20_000));
      await quickInput.pick(`Thread with ID “${id}”`);
    };
    const [oldest] = await askThreads(service, {
      filter: { before_datetime: new Date(Date.now() - 8 * day).toISOString() },
      sort_by: [{ field: "last_updated", direction: "asc" }],
      limit: 1,
    });
    const [, listedLater] = await askThreads(service, { ...newestFirst, limit: 2, offset: 50 });
    assert.ok(oldest && listedLater);
    await find(oldest.thread_id, false);
    await eventually(async () => {
      const [row] = await view.rows();
      assert.ok(row?.selected && row.accessibleName.startsWith(`Thread ${oldest.thread_id}, found`));
    });
    await find(listedLater.thread_id, true);
    await eventually(async () => {
      const selected = (await view.rows()).filter((row) => row.selected);
      assert.equal(selected.length, 1);
      assert.ok(selected[0]?.accessibleName.startsWith(`Thread ${listedLater.thread_id}, `));
    });
    await window.runCommand("Weave: Find…");
    await quickInput.type("no-such-thread");
    await eventually(async () => {
      const rows = await quickInput.items();
      assert.deepEqual(
        rows.map(({ description }) => description),
        ["Thread with ID “no-such-thread”", "Search conversations for “no-such-thread” · 7d"],
      );
      assert.ok(rows[1]?.active);
    });
    await quickInput.pick("Thread with ID “no-such-thread”");
    await eventually(async () =>
      assert.match((await quickInput.items())[0]?.detail ?? "", /^Thread no-such-thread not found in northwind/),
    );
    await quickInput.dismiss();
  }));

test("Find searches conversations and opens one at the passage found", (t) =>
  editor.inWindow(t, {}, async (window) => {
    const { quickInput } = window;
    const pick = async (label: string) => {
      assert.ok(await quickInput.offers(label, 20_000), label);
      await quickInput.pick(label);
    };
    const view = await signIn(window, service);
    await settledRows(view);
    const requested = hanging();
    service.misbehave((incoming, outgoing, held) => {
      if (held.path === "/calls/stream_query" && JSON.stringify(held.body).includes("$contains"))
        requested.misbehavior(incoming, outgoing, held);
      else held.pass();
    });
    await window.runCommand("Weave: Find…");
    await quickInput.type("Charged TWICE");
    await pick("Search conversations for “Charged TWICE” · 7d");
    await quickInput.waitFor("Conversations containing “Charged TWICE”");
    await requested.requested;
    await quickInput.press("Cancel");
    await requested.gone;
    service.misbehave(null);
    await pick("Load more");
    await eventually(async () => {
      const found = (await quickInput.items()).filter(({ detail }) => /charged twice/i.test(detail));
      assert.ok(found.length > 1, "passages with the text in any case");
      // Documents come in any order, and the first one that came stays selected.
      assert.ok(found.some(({ active }) => active));
    });
    await quickInput.accept();
    const tab = new ConversationTab(window.page);
    await eventually(async () => {
      const marked = await tab.marked();
      assert.ok(marked.length > 0 && marked.every((text) => text === "charged twice"), marked.join());
    });

    service.misbehave((_, outgoing, held) => {
      const isSearch = held.path === "/calls/stream_query" && JSON.stringify(held.body).includes("$contains");
      if (isSearch)
        outgoing.writeHead(504, { "content-type": "application/json" }).end('{"reason":"Query is too slow"}');
      else held.pass();
    });
    await window.runCommand("Weave: Find…");
    await eventually(async () => {
      const [heading, first] = await quickInput.items();
      assert.deepEqual([heading?.icons, first?.icons], [["history"], ["comment-discussion"]], "the thread just opened");
    });
    await quickInput.type("refund");
    await pick("Search conversations for “refund” · 7d");
    await pick("Shorter Time Range…");
    await quickInput.waitFor("Filter Threads by Time");
    service.misbehave(null);
    await window.page.keyboard.press("Escape");
    await quickInput.waitFor("Conversations containing “refund”");
    // A repeated search would succeed.
    await pick("Shorter Time Range…");
    await pick("Last 24 hours");
    await quickInput.waitFor("Conversations containing “refund”");
    await quickInput.type("x");
    await eventually(async () => {
      const descriptions = (await quickInput.items()).map(({ description }) => description);
      assert.ok(descriptions.includes("Search conversations for “x” · 24h"));
    });
    await eventually(async () => assert.match(await view.description(), /24h/));
    await quickInput.press("Back");
    await quickInput.waitFor("Find");
    await eventually(async () => assert.equal(await quickInput.value(), "refund"));
    await quickInput.dismiss();
  }));
