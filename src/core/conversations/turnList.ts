import { loadWords, smallCalls } from "../calls/callWords.ts";
import { isFailed, latestFirst } from "../calls/failedCalls.ts";
import { ServiceError } from "../failures/fault.ts";
import type { CallRoute } from "../port/callRoute.ts";
import { failuresIn, turnsOf } from "../port/conversationSource.ts";
import type { ProjectClient } from "../port/projectClient.ts";
import type { CacheRequest } from "../port/rowCache.ts";
import type { Call } from "../query/call.ts";
import type { ConversationKey } from "../query/conversationKey.ts";
import type { ConversationSummary } from "../query/thread.ts";

/** Maximum number of listed turns; the conversation has them all. */
export const mostListedTurns = 50;

/** The latest turns of a thread. */
export interface TurnList {
  /** The thread at the time its turns were requested. */
  readonly requested: ConversationSummary;
  /** In order of their start. */
  readonly turns: readonly Call[];
  /** The thread has earlier turns. */
  readonly earlier: boolean;
  /** First words of each turn's inputs, empty if there are none; no entry if they were not requested. */
  readonly words: ReadonlyMap<string, string>;
  /** Turns whose words are still loading. */
  readonly pending: ReadonlySet<string>;
  /** The failed calls of these turns, the latest first; null while they load. */
  readonly failed: readonly Call[] | null;
}

/** First the turns, then the failed calls if there are any, and the turns' inputs; only the first words are kept. */
export async function latestTurns(
  route: CallRoute,
  { target, subject: thread, semaphore, previous, show }: CacheRequest<ConversationSummary, TurnList>,
  signal: AbortSignal,
): Promise<TurnList> {
  const inTurn = <T>(task: () => Promise<T>) => semaphore.run(() => route.to(thread.kind).ask(task, signal), signal);
  const latest = await inTurn(() => headsOf(target, thread, signal));
  const newest = latest.slice(0, mostListedTurns);
  const turns = newest.toReversed();
  // The inputs of a turn do not change.
  const words = new Map(turns.flatMap(({ id }) => entryOf(previous?.words, id)));
  const requested = smallCalls(newest)
    .filter(({ id }) => !words.has(id))
    .reverse();
  let failed = previous?.failed ?? null;
  const list = (): TurnList => ({
    requested: thread,
    turns,
    earlier: latest.length > mostListedTurns,
    words: new Map(words),
    pending: new Set(requested.flatMap(({ id }) => (words.has(id) ? [] : id))),
    failed,
  });
  show(list());
  const failures = inTurn(() => failedInTurns(thread, turns, target, signal)).then((found) => {
    failed = found;
    show(list());
  });
  // It may reject before it is awaited.
  failures.catch(() => undefined);
  if (requested.length === 0) {
    await failures;
    return list();
  }
  await inTurn(() => loadWords(requested, words, { target, show: () => show(list()) }, signal));
  await failures;
  return { ...list(), pending: new Set() };
}

/** The failed calls of these turns, the latest first; null if they cannot be known. */
async function failedInTurns(
  key: ConversationKey,
  turns: readonly Call[],
  target: ProjectClient,
  signal: AbortSignal,
): Promise<readonly Call[] | null> {
  const turnIds = new Set<string | null>(turns.filter(isFailed).map(({ id }) => id));
  if (turnIds.size === 0) return [];
  try {
    return (await failuresIn(key, target, signal)).filter(({ turnId }) => turnIds.has(turnId));
  } catch (error) {
    // The turns can be listed without.
    if (error instanceof ServiceError) return null;
    throw error;
  }
}

/** The latest first, one more than is shown. */
async function headsOf(target: ProjectClient, key: ConversationKey, signal: AbortSignal): Promise<readonly Call[]> {
  const found = new Map<string, Call>();
  const requested = { sort: latestFirst, costs: true, limit: mostListedTurns + 1 };
  for await (const batch of turnsOf(key, requested, target, signal)) for (const call of batch) found.set(call.id, call);
  return [...found.values()];
}

function entryOf(words: TurnList["words"] | undefined, id: string): readonly (readonly [string, string])[] {
  const known = words?.get(id);
  return known === undefined ? [] : [[id, known]];
}
