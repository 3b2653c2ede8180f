import assert from "node:assert/strict";
import { test } from "node:test";
import { detailTreeRow } from "../../../../src/core/conversations/detailRowText.ts";
import { detailRows } from "../../../../src/core/conversations/threadDetails.ts";
import { blockTreeRow, threadTreeRow } from "../../../../src/core/conversations/threadRowText.ts";
import { threadTooltip, turnTooltip } from "../../../../src/core/conversations/threadTooltip.ts";
import { checkedThread } from "../../../../src/core/conversations/threadTurns.ts";
import { turnTreeRow } from "../../../../src/core/conversations/turnRow.ts";
import type { Call } from "../../../../src/core/query/call.ts";
import { threadKey } from "../../../../src/core/query/conversationKey.ts";
import type { ConversationSummary } from "../../../../src/core/query/thread.ts";
import { createFormats } from "../../../../src/core/text/format.ts";
import type { TreeRow } from "../../../../src/core/text/rows.ts";
import { quoted, visibleText } from "../../../../src/core/text/visibleText.ts";

const formats = createFormats("en");
const context = { formats, now: 0, window: null };
const flags = {
  failure: null,
  message: "",
  isNew: false,
  newSince: null,
  hasFailed: false,
  opens: true,
  section: "list" as const,
  isOpen: false,
  isUnknown: false,
  feedback: "",
};

const threadOf = (id: string): ConversationSummary => ({
  kind: "thread",
  id,
  turnCount: 1,
  startTime: 0,
  startMicroseconds: 0,
  lastUpdated: 0,
  updatedMicroseconds: 0,
  firstTurnId: id,
  lastTurnId: id,
  p50TurnDuration: null,
  p99TurnDuration: null,
  hasRunning: false,
});

const turnOf = (id: string): Call => ({
  id,
  op: id,
  displayName: null,
  traceId: "trace",
  parentId: null,
  conversation: threadKey(id),
  turnId: id,
  startedAt: 0,
  endedAt: 0,
  exception: id,
  status: "error",
  usage: [],
  storedBytes: null,
});

/** What the rows of a thread with this id show and say. */
function shownOf(id: string): readonly string[] {
  const thread = threadOf(id);
  const checked = checkedThread(thread, null, {});
  const turn = {
    kind: "turn",
    turn: turnOf(id),
    words: "",
    isAlike: true,
    failure: turnOf(id),
    thread,
    section: "list" as const,
  } as const;
  const block = { kind: "block", index: 0, start: 0, end: 1, first: thread, last: thread } as const;
  const rows: readonly TreeRow[] = [
    threadTreeRow(checked, {
      ...context,
      ...flags,
      message: id,
      isAlike: true,
      notes: [],
      sortedBy: "thread_id",
    }),
    blockTreeRow(block, "thread_id", false, context),
    turnTreeRow(turn, { ...context, seen: null }),
    ...detailRows({ checked, calls: { kind: "idle" }, turns: null, section: "list" as const }).map((row) =>
      detailTreeRow(row, formats, null),
    ),
  ];
  const tooltips = [threadTooltip(checked, { ...flags, formats, notes: [], window: null }), turnTooltip(turn, formats)];
  return [
    ...rows.flatMap(({ label, description = "", tooltip = "", spoken }) => [label, description, tooltip, spoken]),
    ...tooltips.map((lines) => lines.join("\n")),
    quoted(id),
  ];
}

test("an ID of a megabyte is cut in rows and tooltips, with hidden characters made visible", () => {
  for (const character of ["a", "\u200d", "\u{e0061}", "🧵"]) {
    const shown = shownOf(character.repeat(1_000_000 / character.length));
    for (const text of shown) {
      assert.ok(text.length < 20_000, `${text.length} characters`);
      const line = text.replaceAll(/\s/g, "");
      assert.equal(visibleText(line), line);
    }
  }
});

test("an ID of usual length is complete in the tooltip", () => {
  const id = "conversation-".repeat(10);
  assert.ok(shownOf(id).filter((text) => text.includes(id)).length >= 3);
});
