import { faultOf, type LoadState, shownValue } from "../../src/core/async/loadState.ts";
import { Semaphore } from "../../src/core/async/semaphore.ts";
import { Conversation } from "../../src/core/conversation/conversation.ts";
import { findThread } from "../../src/core/conversations/threadById.ts";
import { type ThreadCache, ThreadDetailsCache } from "../../src/core/conversations/threadCache.ts";
import { ThreadList } from "../../src/core/conversations/threadList.ts";
import { everyThread, unfiltered } from "../../src/core/conversations/threadSelection.ts";
import { withErrors } from "../../src/core/conversations/threadsWithErrors.ts";
import { checkedThread, ThreadTurns } from "../../src/core/conversations/threadTurns.ts";
import { mostListedTurns } from "../../src/core/conversations/turnList.ts";
import { documentText } from "../../src/core/documents/documentText.ts";
import { readThread } from "../../src/core/documents/readThread.ts";
import { ServiceError } from "../../src/core/failures/fault.ts";
import { CallRoute } from "../../src/core/port/callRoute.ts";
import type { RowCacheOptions } from "../../src/core/port/rowCache.ts";
import { callDocumentNames, callStatuses, type ModelUsage, type Call as ShownCall } from "../../src/core/query/call.ts";
import { threadKey } from "../../src/core/query/conversationKey.ts";
import type { StoredCall } from "../../src/localService/query/storedCall.ts";
import type { Check, Part, Requested } from "./check.ts";
import { type DataSet, models, now, oddThreads, prices, threads } from "./dataSet.ts";
import { bytewise, isTurn, latency, liveCalls, statusOf, storageOf, textAt, threadsOf, valueAt } from "./recomputed.ts";

const opened = [
  ...oddThreads.slice(0, 4),
  threads.long,
  threads.below,
  threads.overlap,
  threads.ties[0],
  threads.running[0],
] as const;

const semaphore = new Semaphore(4);

/** The loaded data of an expanded thread; null if the service does not list the thread. */
async function settled<T>(
  threadId: string,
  requested: Requested,
  make: (options: RowCacheOptions) => ThreadCache<T>,
  signal: AbortSignal,
): Promise<T | null> {
  const thread = await findThread(requested, threadKey(threadId), signal);
  if (thread === null) return null;
  const { promise, resolve, reject } = Promise.withResolvers<LoadState<T>>();
  const answers = make({ now: () => now, semaphore: () => semaphore, onBug: reject });
  answers.reset(requested);
  const look = () => {
    const load = answers.of(thread);
    if (load.kind !== "loading" && load.kind !== "idle") resolve(load);
  };
  answers.subscribe(look);
  look();
  const load = await promise;
  const fault = faultOf(load);
  if (fault !== null) throw new ServiceError(fault);
  return shownValue(load);
}

function isListed(data: DataSet, id: string): boolean {
  return threadsOf(data, { threadIds: [id], sort: [] }).length > 0;
}

function turnsOf(data: DataSet, thread: string): readonly StoredCall[] {
  const turns = liveCalls(data).filter((call) => isTurn(call) && call.thread_id === thread);
  return turns.toSorted((a, b) => a.started_at - b.started_at || bytewise(a.id, b.id));
}

/** The last message of the user, which a row shows. */
function wordsOf({ inputs }: StoredCall): string {
  return textAt(inputs, "messages", 1, "content");
}

/** A call as the extension shows it. */
function shownCall(call: StoredCall): ShownCall {
  return {
    id: call.id,
    op: call.op_name,
    displayName: call.display_name,
    traceId: call.trace_id,
    parentId: call.parent_id,
    conversation: call.thread_id === null ? null : threadKey(call.thread_id),
    turnId: call.turn_id,
    startedAt: call.started_at,
    endedAt: call.ended_at,
    exception: call.exception,
    status: callStatuses.find((status) => status === statusOf(call)) ?? "success",
    usage: usageOf(call),
    storedBytes: call.storage_size_bytes,
  };
}

/** Calls of the data set use one model at most. */
function usageOf({ summary }: StoredCall): readonly ModelUsage[] {
  const model = models.find((each) => valueAt(summary, "usage", each) !== undefined);
  if (model === undefined) return [];
  const tokens = (name: string) => Number(valueAt(summary, "usage", model, name));
  const [promptTokens, completionTokens] = [tokens("prompt_tokens"), tokens("completion_tokens")];
  const price = prices[model];
  return [
    {
      model,
      promptTokens,
      completionTokens,
      totalTokens: promptTokens + completionTokens,
      cost: price && (promptTokens * price.prompt + completionTokens * price.completion) / 1e6,
    },
  ];
}

export const turnChecks: Part = {
  title: "Turns and figures of a thread",
  checks: () =>
    opened.flatMap((id): Check[] => [
      {
        name: `the turns of ${JSON.stringify(id)}`,
        ask: async (requested, signal) => {
          const list = await settled(id, requested, (given) => new ThreadTurns(new CallRoute(), given), signal);
          if (list === null) return null;
          const { turns, earlier, words } = list;
          return { turns, earlier, words: turns.map((turn) => words.get(turn.id)) };
        },
        expect: (data) => {
          if (!isListed(data, id)) return null;
          const turns = turnsOf(data, id);
          const latest = turns.slice(-mostListedTurns);
          return {
            turns: latest.map(shownCall),
            earlier: turns.length > mostListedTurns,
            words: latest.map(wordsOf),
          };
        },
      },
      {
        name: `the figures of ${JSON.stringify(id)}`,
        ask: async (requested, signal) => {
          const figures = await settled(id, requested, (given) => new ThreadDetailsCache(given), signal);
          return figures && [figures.count, figures.storageSize];
        },
        expect: (data) => {
          const calls = liveCalls(data).filter(({ thread_id }) => thread_id === id);
          return isListed(data, id) ? [calls.length, storageOf(calls, data)] : null;
        },
      },
    ]),
};

/** Statistics of threads with loaded turns: no durations beside a running one, and whether deleted ones are counted. */
export const figureChecks: Part = {
  title: "Figures checked against turns",
  checks: (all) => {
    const odd = all.calls.filter((call) => isTurn(call) && (call.ended_at === null || call.deleted_at !== null));
    return [...new Set(odd.map(({ thread_id }) => thread_id ?? ""))].map((id) => ({
      name: JSON.stringify(id),
      ask: async (requested, signal) => {
        const list = await settled(id, requested, (given) => new ThreadTurns(new CallRoute(), given), signal);
        if (list === null) return null;
        const { thread, countsDeleted } = checkedThread(list.requested, list, {});
        return [thread.p50TurnDuration, thread.p99TurnDuration, countsDeleted];
      },
      expect: (data) => {
        const [record] = threadsOf(data, { threadIds: [id], sort: [] });
        if (record === undefined) return null;
        const turns = turnsOf(data, id);
        const isDeleted = turns.length < Number(record.turn_count);
        const isRunning = turns.some((turn) => latency(turn) === null);
        return isRunning
          ? [null, null, isDeleted]
          : [record.p50_turn_duration_ms, record.p99_turn_duration_ms, isDeleted];
      },
    }));
  },
};

/** The list of only threads with errors. */
async function failedThreads(filter: typeof unfiltered, requested: Requested): Promise<readonly string[]> {
  const list = new ThreadList({ now: () => now, pageSize: () => 1000 });
  list.reset(requested, { ...everyThread, filter }, true);
  const load = await list.refresh();
  const fault = load && faultOf(load);
  if (fault) throw new ServiceError(fault);
  return list.listing.threads.map(({ id }) => id).toSorted();
}

function expectedFailures(data: DataSet, since: number): readonly string[] {
  const failed = liveCalls(data).filter((call) => isTurn(call) && call.started_at > since);
  const wrong = failed.filter((call) => ["error", "descendant_error"].includes(statusOf(call)));
  return [...new Set(wrong.map(({ thread_id }) => thread_id ?? ""))].toSorted();
}

const day = 86_400_000;

export const errorChecks: Part = {
  title: "Threads with errors",
  checks: () => [
    {
      name: "among all threads",
      ask: (requested) => failedThreads(unfiltered, requested),
      expect: (data) => expectedFailures(data, 0),
    },
    {
      name: "of the last 24 hours",
      ask: (requested) => failedThreads({ ...unfiltered, time: { kind: "preset", preset: "24h" } }, requested),
      expect: (data) => expectedFailures(data, now - day),
    },
    {
      name: "among odd ids",
      ask: (requested) => failedThreads({ ...unfiltered, threadIds: oddThreads }, requested),
      expect: (data) => expectedFailures(data, 0).filter((id) => oddThreads.includes(id)),
    },
    {
      name: "among threads of a page",
      ask: async (requested, signal) => [...(await withErrors(oddThreads, {}, requested, signal))].toSorted(),
      expect: (data) => expectedFailures(data, 0).filter((id) => oddThreads.includes(id)),
    },
  ],
};

/** A completely loaded conversation: turns, their documents, and the calls of the last turn. */
async function conversationOf(threadId: string, requested: Requested, signal: AbortSignal) {
  const { promise: bug, reject } = Promise.withResolvers<never>();
  bug.catch(() => undefined);
  const conversation = new Conversation({
    conversation: threadKey(threadId),
    now: () => now,
    onBug: reject,
    onChange: () => look(),
  });
  const { promise: read, resolve } = Promise.withResolvers<void>();
  const look = () => {
    const last = conversation.turns.at(-1);
    if (conversation.load.kind !== "shown" || last === undefined) return;
    const parts = [...conversation.turns.map(({ id }) => conversation.documentsOf(id)), conversation.callsOf(last.id)];
    if (parts.every((part) => part !== undefined && part.kind !== "loading")) resolve();
  };
  conversation.reset(requested);
  const fault = await conversation.refresh();
  if (fault !== null) throw new ServiceError(fault);
  const { turns } = conversation;
  const last = turns.at(-1);
  if (last === undefined) return { turns: [], documents: [], calls: [] };
  conversation.watch(
    conversation,
    turns.map(({ id }) => id),
  );
  conversation.askCalls(last.id);
  look();
  signal.throwIfAborted();
  await Promise.race([read, bug]);
  const documents = turns.map(({ id }) => conversation.documentsOf(id));
  const calls = conversation.callsOf(last.id);
  return {
    turns,
    documents: documents.map((part) => (part.kind === "shown" ? part.value : part)),
    calls: calls?.kind === "shown" ? inOrder(calls.value.calls) : calls,
  };
}

/** Breaks ties between calls with the same start, which the service does not. */
function inOrder(calls: readonly ShownCall[]): readonly ShownCall[] {
  return calls.toSorted((a, b) => a.startedAt - b.startedAt || bytewise(a.id, b.id));
}

export const conversationChecks: Part = {
  title: "Conversations",
  checks: () => [
    ...[...opened, threads.running[1], threads.turnless].map(
      (id): Check => ({
        name: JSON.stringify(id),
        ask: (requested, signal) => conversationOf(id, requested, signal),
        expect: (data) => {
          const turns = turnsOf(data, id);
          const calls = liveCalls(data).filter(({ turn_id }) => turn_id === turns.at(-1)?.id);
          return {
            turns: turns.map(shownCall),
            documents: turns.map(({ inputs, output }) => ({ inputs, output })),
            calls: turns.length === 0 ? [] : inOrder(calls.map(shownCall)),
          };
        },
      }),
    ),
    {
      name: "read whole, as it is compared",
      ask: async (requested, signal) => {
        const { turns } = await readThread(threadKey(threads.long), requested, { report: () => undefined }, signal);
        return turns.map(({ call, documents }) => [call.id, documents]);
      },
      expect: (data) => turnsOf(data, threads.long).map(({ id, inputs, output }) => [id, { inputs, output }]),
    },
  ],
};

export const readChecks: Part = {
  title: "Documents of calls",
  checks: (data) => {
    const live = liveCalls(data);
    const chosen = [
      ["a finished turn", live.find((call) => isTurn(call) && call.output !== null)],
      ["a failed turn", live.find((call) => isTurn(call) && call.exception !== null)],
      ["a running turn", live.find((call) => isTurn(call) && call.ended_at === null)],
      ["a nested call", live.find((call) => !isTurn(call) && call.parent_id !== null)],
    ] as const;
    const documents = [...callDocumentNames.filter((name) => name !== "summary"), "exception"] as const;
    return [
      ...chosen.flatMap(([what, call]) =>
        documents.map(
          (document): Check => ({
            name: `${document} of ${what}`,
            ask: async (requested, signal) => {
              const text = await documentText({ callId: call?.id ?? "", document }, requested, signal);
              return text === null || document === "exception" ? text?.trimEnd() : JSON.parse(text);
            },
            expect: () => (document === "exception" ? (call?.exception ?? "") : call?.[document]),
          }),
        ),
      ),
      {
        name: "inputs of a deleted call",
        ask: (requested, signal) => {
          const { id = "" } = data.calls.find(({ deleted_at }) => deleted_at !== null) ?? {};
          return documentText({ callId: id, document: "inputs" }, requested, signal);
        },
        expect: () => null,
      },
    ];
  },
};
