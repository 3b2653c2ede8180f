import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { compareBy } from "../../../../src/core/conversations/conversationOrder.ts";
import { projectClient } from "../../../../src/core/conversations/conversationSources.ts";
import { agentTable, conversationTable } from "../../../../src/core/export/exportTables.ts";
import { mergedRows } from "../../../../src/core/export/mergedRows.ts";
import type { ConversationSummary } from "../../../../src/core/query/thread.ts";
import { defaultSort, stableSort } from "../../../../src/core/query/threadQuery.ts";
import { agentConversation, agentSource } from "../conversations/agentSource.ts";
import { thread } from "../conversations/threads.ts";
import { unusedService } from "../testService.ts";

const signal = new AbortController().signal;
const compare = compareBy(stableSort(defaultSort));

const rows = (make: (id: string) => ConversationSummary) =>
  fc
    .uniqueArray(fc.record({ id: fc.string({ maxLength: 2 }), at: fc.nat(5) }), { selector: ({ id }) => id })
    .map((all) => all.map(({ id, at }) => ({ ...make(id), lastUpdated: at })));

test("both kinds are exported in one order, each row once", async () => {
  await fc.assert(
    fc.asyncProperty(rows(thread), rows(agentConversation), async (threads, agents) => {
      const sources = [{ ...agentSource(threads), kind: "thread" } as const, agentSource(agents)];
      const target = { ...projectClient(unusedService, "acme/desk"), sources };
      const requested = (limit: number | null, offset = 0) => ({
        sort: defaultSort,
        offset,
        ...(limit !== null && { limit }),
      });
      const found: ConversationSummary[] = [];
      for await (const batch of mergedRows(sources, requested, compare, target, signal)) found.push(...batch);
      assert.deepEqual(found, [...threads, ...agents].toSorted(compare));
    }),
  );
});

test("each kind has its own columns, and both together the common ones", () => {
  const row = agentConversation("c", 1000);
  assert.deepEqual(conversationTable.recordOf(row), {
    ...{ kind: "agent", id: "c", turn_count: row.turnCount, start_time: "1970-01-01T00:00:00Z" },
    last_updated: "1970-01-01T00:00:01Z",
  });
  const tokens = { uncached: 1, cacheRead: 2, cacheWrite: 3, output: 4 };
  const cost = { total: 0.5, input: -0.1, output: 0.6, isPart: false };
  const agent = {
    ...{ name: "", opening: "hello", agents: ["a"], versions: [], models: ["m"], tokens, tokensSorted: 10, cost },
    ...{ spans: 5, errors: 1, failedTurns: 0, open: 0, rootless: 0, coding: null },
  };
  const record = agentTable.recordOf({ ...row, agent });
  assert.deepEqual(Object.keys(record), agentTable.fields);
  assert.deepEqual(
    [record.conversation_id, record.agent_names, record.cache_read_input_tokens, record.total_cost_usd],
    ["c", ["a"], 2, null],
    "a negative cost is none",
  );
});
