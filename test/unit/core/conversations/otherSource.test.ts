import assert from "node:assert/strict";
import { mock, test } from "node:test";
import { setImmediate as settled } from "node:timers/promises";
import fc from "fast-check";
import { shownValue } from "../../../../src/core/async/loadState.ts";
import { Conversation } from "../../../../src/core/conversation/conversation.ts";
import { spokenTurn } from "../../../../src/core/conversation/spokenTurn.ts";
import { comparedTurn } from "../../../../src/core/conversation/transcript/compared.ts";
import { transcript } from "../../../../src/core/conversation/transcript/transcript.ts";
import { compareBy } from "../../../../src/core/conversations/conversationOrder.ts";
import { settledPages } from "../../../../src/core/conversations/conversationPages.ts";
import { projectClient } from "../../../../src/core/conversations/conversationSources.ts";
import { listNoticeRow, listNotices } from "../../../../src/core/conversations/listNotice.ts";
import { ThreadList } from "../../../../src/core/conversations/threadList.ts";
import { threadTreeRow } from "../../../../src/core/conversations/threadRowText.ts";
import { everyThread } from "../../../../src/core/conversations/threadSelection.ts";
import { readThread, withMessages, withSteps } from "../../../../src/core/documents/readThread.ts";
import { type Fault, ServiceError } from "../../../../src/core/failures/fault.ts";
import type { ConversationSource } from "../../../../src/core/port/conversationSource.ts";
import type { ConversationSummary } from "../../../../src/core/query/thread.ts";
import { defaultSort, type SortKey } from "../../../../src/core/query/threadQuery.ts";
import { createFormats } from "../../../../src/core/text/format.ts";
import { unusedService } from "../testService.ts";
import { agentConversation, agentSource } from "./agentSource.ts";
import { thread } from "./threads.ts";

const signal = new AbortController().signal;
const formats = createFormats("en");
const fault: Fault = { kind: "serviceFailure", status: 500, detail: "", retryAfter: null };

/** Threads from the same invented source. */
function threadsOf(threads: readonly ConversationSummary[], before?: () => Promise<void>): ConversationSource {
  return { ...agentSource(threads, before), kind: "thread" };
}

function listOf(sources: readonly ConversationSource[], pageSize = 10, sort: readonly SortKey[] = []) {
  const list = new ThreadList({ now: () => 0, pageSize: () => pageSize });
  const target = { ...projectClient(unusedService, "acme/desk"), sources };
  list.reset(target, { ...everyThread, sort });
  return list;
}

const rows = (list: ThreadList) => shownValue(list.load)?.threads ?? [];
const names = (list: ThreadList) => rows(list).map(({ kind, id }) => `${kind}:${id}`);
const notices = (list: ThreadList) =>
  listNotices(list).map((notice) => listNoticeRow(notice, { formats, limitedUntil: null, client: "own" }));

/** Rows of which some share their times and IDs. */
const anyRow = (make: (id: string) => ConversationSummary) =>
  fc
    .record({
      id: fc.string({ unit: "binary", maxLength: 2 }),
      at: fc.option(fc.nat(3)),
      us: fc.nat(1),
      turns: fc.nat(3),
    })
    .map(({ id, at, us, turns }) => ({
      ...make(id),
      ...{ lastUpdated: at, updatedMicroseconds: at === null ? 0 : us, turnCount: turns },
    }));
const anyRows = (make: (id: string) => ConversationSummary) =>
  fc.uniqueArray(anyRow(make), { selector: ({ id }) => id, maxLength: 40 });
const anySort = fc.constantFrom<readonly SortKey[]>(
  [],
  [{ field: "turn_count", direction: "asc" }],
  [{ field: "thread_id", direction: "desc" }],
  [
    { field: "turn_count", direction: "desc" },
    { field: "last_updated", direction: "asc" },
  ],
);

test("after any page, the list is the start of all conversations in one order, and at last all of them", async () => {
  const sizes = fc.integer({ min: 1, max: 15 });
  await fc.assert(
    fc.asyncProperty(
      anyRows(thread),
      anyRows(agentConversation),
      anySort,
      sizes,
      async (threads, agents, sort, size) => {
        const list = listOf([threadsOf(threads), agentSource(agents)], size, sort);
        const all = [...threads, ...agents].toSorted(compareBy(sort.length === 0 ? defaultSort : sort));
        await list.refresh();
        for (let pages = 0; !shownValue(list.load)?.ended; pages++) {
          assert.ok(pages < 100 && rows(list).length >= Math.min(size, all.length));
          assert.deepEqual(rows(list), all.slice(0, rows(list).length));
          await list.loadMore();
        }
        assert.deepEqual(rows(list), all);
        await list.refresh();
        assert.deepEqual(rows(list), all);
      },
    ),
  );
});

test("IDs are in the order of their UTF-8 bytes", () => {
  const compare = compareBy([{ field: "thread_id", direction: "asc" }]);
  fc.assert(
    fc.property(fc.string({ unit: "binary" }), fc.string({ unit: "binary" }), (a, b) => {
      assert.equal(Math.sign(compare(thread(a), thread(b))), Buffer.compare(Buffer.from(a), Buffer.from(b)));
    }),
  );
  assert.ok(compare(thread("\u{1f600}"), thread("\uffee")) > 0);
});

const numbered = (make: (id: string, at: number) => ConversationSummary, ...ends: readonly number[]) =>
  ends.map((end) => make(String(end), end));
const updated = (id: string, end: number) => ({ ...thread(id), lastUpdated: end });

test("a source that fails holds nothing back, and a retry asks only it", async () => {
  let requested = 0;
  let fails = true;
  const threads = threadsOf(numbered(updated, 9, 7, 5, 3), async () => void requested++);
  const agents = agentSource(numbered(agentConversation, 8, 6), async () => {
    if (fails) throw new ServiceError(fault);
  });
  const list = listOf([threads, agents], 3);
  await list.refresh();
  assert.deepEqual(names(list), ["thread:9", "thread:7", "thread:5"]);
  assert.deepEqual(
    notices(list).map(({ label, tooltip, command }) => [label, tooltip !== undefined, command?.command]),
    [["Agent conversations are missing. Retry", true, "weaveThreads.loadMore"]],
  );
  fails = false;
  await list.loadMore();
  assert.equal(requested, 1);
  assert.deepEqual(names(list), ["thread:9", "agent:8", "thread:7", "agent:6", "thread:5"]);
  assert.deepEqual(notices(list), []);
  fails = true;
  await list.refresh();
  assert.deepEqual(names(list), ["thread:9", "agent:8", "thread:7", "agent:6", "thread:5"], "its rows stay");
  assert.deepEqual(
    notices(list).map(({ label, command }) => [label, command?.command]),
    [["Agent conversations not refreshed. Retry", "weaveThreads.refresh"]],
  );
  await list.loadMore();
  assert.equal(notices(list).length, 1, "more rows do not make them current");
  fails = false;
  await list.refresh();
  assert.deepEqual(notices(list), []);
});

test("if all sources fail, or the others have nothing, the list has failed", async () => {
  const failing = async () => {
    throw new ServiceError(fault);
  };
  for (const threads of [threadsOf([], failing), threadsOf([])]) {
    const list = listOf([threads, agentSource([], failing)]);
    await list.refresh();
    assert.equal(list.load.kind, "failed");
  }
});

test("a source that is late is shown when it comes, and rows on screen stay", async (t) => {
  mock.timers.enable({ apis: ["setTimeout"] });
  t.after(() => mock.timers.reset());
  const late = Promise.withResolvers<void>();
  const threads = threadsOf(numbered(updated, 9, 7, 5, 3, 1));
  const list = listOf([threads, agentSource(numbered(agentConversation, 8, 6, 4, 2), () => late.promise)], 3);
  const ended = list.refresh();
  await settled();
  assert.deepEqual(names(list), [], "it may have the first row");
  mock.timers.tick(1000);
  assert.deepEqual(names(list), ["thread:9", "thread:7", "thread:5"]);
  assert.deepEqual(
    notices(list).map(({ label }) => label),
    ["Loading agent conversations…"],
  );
  assert.equal(settledPages(list.load)?.threads.length, 3, "which are checked for errors and labeled");
  late.resolve();
  await ended;
  assert.deepEqual(names(list), ["thread:9", "agent:8", "thread:7", "agent:6", "thread:5"]);
  assert.deepEqual(notices(list), []);
  await list.loadMore();
  assert.deepEqual(names(list).slice(5), ["agent:4", "thread:3", "agent:2", "thread:1"]);
});

test("a later page of a source that is late holds nothing back, and canceling it leaves no notice", async (t) => {
  mock.timers.enable({ apis: ["setTimeout"] });
  t.after(() => mock.timers.reset());
  let pages = 0;
  const late = Promise.withResolvers<void>();
  const agents = agentSource(numbered(agentConversation, 8, 6, 4, 2), async () => {
    if (pages++ > 0) await late.promise;
  });
  const list = listOf([threadsOf(numbered(updated, 9, 7, 5, 3, 1)), agents], 2);
  await list.refresh();
  assert.deepEqual(names(list), ["thread:9", "agent:8", "thread:7"]);
  void list.loadMore();
  await settled();
  mock.timers.tick(1000);
  assert.deepEqual(names(list).slice(3), ["agent:6", "thread:5", "thread:3"]);
  assert.equal(notices(list).length, 1);
  list.stop();
  assert.deepEqual([list.load.kind, notices(list)], ["shown", []]);
});

test("a source that has ended holds nothing back", async () => {
  const list = listOf([threadsOf(numbered(updated, 9, 8, 7, 6, 5)), agentSource([agentConversation("a", 100)])], 2);
  await list.refresh();
  assert.deepEqual(names(list), ["agent:a", "thread:9", "thread:8"]);
  await list.loadMore();
  assert.deepEqual(names(list).slice(3), ["thread:7", "thread:6"]);
});

test("a sort field that one source has lists its conversations only; a second one is left out", async () => {
  const threads: ConversationSource = {
    ...threadsOf([thread("b"), thread("a")]),
    sorts: ["p50_turn_duration_ms", "last_updated"],
  };
  const sources = [threads, agentSource([agentConversation("c")])];
  const p50: SortKey = { field: "p50_turn_duration_ms", direction: "desc" };
  const only = listOf(sources, 10, [p50]);
  await only.refresh();
  assert.deepEqual(names(only).toSorted(), ["thread:a", "thread:b"]);
  const both = listOf(sources, 10, [{ field: "last_updated", direction: "desc" }, p50]);
  await both.refresh();
  assert.deepEqual(names(both), ["thread:a", "thread:b", "agent:c"]);
});

test("a conversation of another source has a row, a page, a diff and a transcript", async () => {
  const [shown] = [agentConversation("order 7")];
  const target = { ...projectClient(unusedService, "acme/desk"), sources: [agentSource([shown])] };
  const { id, spoken, command } = threadTreeRow(
    { thread: shown, listed: shown, countsDeleted: false },
    {
      ...{
        formats,
        now: 60_001,
        sortedBy: "last_updated",
        message: "",
        isAlike: false,
        isNew: false,
        hasFailed: false,
      },
      ...{ opens: true, section: "list" as const, isOpen: false, notes: [] },
    },
  );
  assert.deepEqual(
    [id, spoken, command?.arguments],
    [
      "agent:order 7",
      "Agent conversation order 7, updated 1m ago, 1 turn, cost –",
      [{ conversation: "agent:order 7", preserveFocus: true }],
    ],
  );

  const options = { now: () => 0, onChange: () => undefined, onBug: assert.ifError };
  const page = new Conversation({ conversation: shown, ...options });
  page.reset(target);
  await page.refresh();
  page.watch(page, ["order 7/ask"]);
  await settled();
  await settled();
  const part = page.documentsOf("order 7/ask");
  assert.ok(part.kind === "shown");
  const { input } = spokenTurn({ documents: part.value, steps: [] }).content;
  assert.deepEqual(
    [page.turns.map(({ op }) => op), input[0]?.parts, page.stepsOf("order 7/ask")?.map(({ call }) => call.op)],
    [["ask", "refund"], [{ kind: "text", text: "Where is order 7/ask?" }], []],
    "the messages tell what happened inside",
  );
  page.askCalls("order 7/ask");
  assert.deepEqual(page.callsOf("order 7/ask")?.kind, "shown");

  const { turns } = await readThread(shown, target, { report: () => undefined }, signal);
  const [first] = await withMessages(shown, turns, target, signal);
  assert.ok(first);
  assert.match(comparedTurn(first, formats), /## ask\n[\s\S]*Where is order 7\/ask\?[\s\S]*On its way\./);
  const written = transcript(shown.id, "acme/desk", await withSteps(shown, turns, target, signal));
  assert.match(written, /^# order 7\n[\s\S]*Where is order 7\/ask\?[\s\S]*Where is order 7\/refund\?/);
});
