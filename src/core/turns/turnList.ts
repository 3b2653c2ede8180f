import type { Call } from "../calls/call.ts";
import { ServiceError } from "../failures/fault.ts";
import type { ProjectClient } from "../projectClient.ts";
import type { Thread } from "../threads/thread.ts";
import type { AskedThread } from "../threads/threadAnswers.ts";
import type { CallRoute } from "./callRoute.ts";

/** Maximum number of listed turns; the conversation has them all. */
export const mostTurns = 50;
/** The text of a turn that stores more bytes than this is not requested. An unknown size counts as this many. */
const mostStored = 64 * 1024;
/** Maximum total bytes of the turns of a thread whose text is requested: whole inputs are transferred for a few words each. */
const mostStoredTogether = 512 * 1024;
/** Maximum characters of a turn's first words, for a tooltip; the row shows fewer. */
const mostCharacters = 300;

/** The latest turns of a thread. */
export interface TurnList {
  /** The thread at the time its turns were requested. */
  readonly asked: Thread;
  /** In order of their start. */
  readonly turns: readonly Call[];
  /** The thread has earlier turns. */
  readonly earlier: boolean;
  /** First words of each turn's inputs, empty if there are none; no entry if they were not requested. */
  readonly words: ReadonlyMap<string, string>;
  /** Turns whose words are still loading. */
  readonly pending: ReadonlySet<string>;
}

/** Whether a call or a call inside it failed. */
export function isFailed({ status }: Call): boolean {
  return status === "error" || status === "descendantError";
}

/** First the turns, then their inputs in a second request; only the first words are kept. */
export async function latestTurns(
  route: CallRoute,
  { target, thread, semaphore, previous, show }: AskedThread<TurnList>,
  signal: AbortSignal,
): Promise<TurnList> {
  const inTurn = <T>(task: () => Promise<T>) => semaphore.run(() => route.ask(task, signal), signal);
  const latest = await inTurn(() => headsOf(target, thread.id, signal));
  const turns = latest.slice(0, mostTurns).reverse();
  const list = { asked: thread, turns, earlier: latest.length > mostTurns };
  // The inputs of a turn do not change.
  const words = new Map(turns.flatMap(({ id }) => entryOf(previous?.words, id)));
  const pending = new Set(latestSmall(turns).filter((id) => !words.has(id)));
  if (pending.size === 0) return { ...list, words, pending };
  show({ ...list, words: new Map(words), pending });
  const hasUnknown = turns.some(({ id, storedBytes }) => pending.has(id) && storedBytes === null);
  // The message reader is a large part of the bundle: it is loaded when the first thread is expanded.
  const { firstWords } = await import("../conversation/messages/firstWords.ts");
  await inTurn(async () => {
    const query = { project: target.project, callIds: [...pending], documents: ["inputs"] as const };
    for await (const batch of target.service.queryCallDocuments(query, signal)) {
      for (const { id, documents } of batch) words.set(id, firstWords(documents.inputs ?? null, mostCharacters));
      show({ ...list, words: new Map(words), pending: new Set([...pending].filter((id) => !words.has(id))) });
    }
  }).catch((error: unknown) => {
    // A turn larger than the client's limit ends the response: the remaining turns are named after their ops.
    if (!(hasUnknown && error instanceof ServiceError && error.fault.kind === "malformed")) throw error;
  });
  return { ...list, words, pending: new Set() };
}

/** The latest first, one more than is shown. Other calls that the service sends are not turns of this thread. */
async function headsOf(
  { service, project }: ProjectClient,
  threadId: string,
  signal: AbortSignal,
): Promise<readonly Call[]> {
  const found = new Map<string, Call>();
  const query = {
    project,
    filter: { threadIds: [threadId] },
    turnsOnly: true,
    sort: [
      { field: "started_at", direction: "desc" },
      { field: "id", direction: "desc" },
    ] as const,
    limit: mostTurns + 1,
  };
  for await (const batch of service.queryCalls(query, signal)) {
    for (const call of batch) if (call.id === call.turnId && call.threadId === threadId) found.set(call.id, call);
  }
  return [...found.values()];
}

function entryOf(words: TurnList["words"] | undefined, id: string): readonly (readonly [string, string])[] {
  const known = words?.get(id);
  return known === undefined ? [] : [[id, known]];
}

/** The turns, of those in order of start, whose text is requested: the latest, while they are small in total. */
function latestSmall(turns: readonly Call[]): readonly string[] {
  const ids: string[] = [];
  let left = mostStoredTogether;
  for (const { id, storedBytes } of turns.toReversed()) {
    const bytes = storedBytes ?? mostStored;
    if (bytes > mostStored) continue;
    left -= bytes;
    if (left < 0) break;
    ids.push(id);
  }
  return ids.reverse();
}
