import type { Call } from "../calls/call.ts";
import { ServiceError } from "../failures/fault.ts";
import type { TimeBounds } from "../input/timeRange.ts";
import type { Load } from "../load.ts";
import type { Target } from "../target.ts";
import type { Thread } from "../threads/thread.ts";
import { type AskedThread, ThreadAnswers, type ThreadAnswersOptions } from "../threads/threadAnswers.ts";
import type { CallRoute } from "./callRoute.ts";
import { type CheckedThread, checkedThread } from "./checkedThread.ts";
import { isFailed, type TurnList } from "./turnList.ts";

/** Turns of a thread that are listed; the conversation has them all. */
export const mostTurns = 50;
/** Words are not asked of a turn that stores more bytes than this. One whose size is not known is taken to store as many. */
const mostStored = 64 * 1024;
/** Nor of more turns of a thread than store so many bytes together: all that they were given comes for the few words of each. */
const mostStoredTogether = 512 * 1024;
/** Characters of the first words that are kept, for a tooltip; the row shows fewer. */
const mostCharacters = 300;

/** The latest turns of the threads that a person opened. */
export class ThreadTurns extends ThreadAnswers<TurnList> {
  readonly #route: CallRoute;

  constructor(route: CallRoute, options: ThreadAnswersOptions) {
    super(options, (asked, signal) => latestTurns(route, asked, signal));
    this.#route = route;
  }

  /** Whether the service can show conversations, as far as is known. */
  get canBeShown(): boolean {
    return this.#route.missing === null;
  }

  override of(thread: Thread): Load<TurnList> {
    const { missing } = this.#route;
    return missing === null ? super.of(thread) : { kind: "failed", fault: missing };
  }

  /** A thread compared with its turns; asks for none. `bounds` is the range that its statistics cover. */
  checked(thread: Thread, bounds: TimeBounds): CheckedThread {
    return checkedThread(thread, this.known(thread.id), bounds);
  }

  /** Whether one of a thread's turns that have been asked for went wrong. */
  hasFailed(threadId: string): boolean {
    return this.known(threadId)?.turns.some(isFailed) ?? false;
  }
}

/** Heads first and then, in a request of its own, what the turns were given, of which the first words alone are kept. */
async function latestTurns(
  route: CallRoute,
  { target, thread, slots, previous, show }: AskedThread<TurnList>,
  signal: AbortSignal,
): Promise<TurnList> {
  const inTurn = <T>(task: () => Promise<T>) => slots.run(() => route.ask(task, signal), signal);
  const latest = await inTurn(() => headsOf(target, thread.id, signal));
  const turns = latest.slice(0, mostTurns).reverse();
  const list = { asked: thread, turns, earlier: latest.length > mostTurns };
  // What a turn was given does not change.
  const words = new Map(turns.flatMap(({ id }) => entryOf(previous?.words, id)));
  const pending = new Set(latestSmall(turns).filter((id) => !words.has(id)));
  if (pending.size === 0) return { ...list, words, pending };
  show({ ...list, words: new Map(words), pending });
  const hasUnknown = turns.some(({ id, storedBytes }) => pending.has(id) && storedBytes === null);
  // What reads messages is a good part of the whole: loaded when the first thread is opened.
  const { firstWords } = await import("../conversation/messages/firstWords.ts");
  await inTurn(async () => {
    const query = { project: target.project, callIds: [...pending], documents: ["inputs"] as const };
    for await (const batch of target.service.queryCallDocuments(query, signal)) {
      for (const { id, documents } of batch) words.set(id, firstWords(documents.inputs ?? null, mostCharacters));
      show({ ...list, words: new Map(words), pending: new Set([...pending].filter((id) => !words.has(id))) });
    }
  }).catch((error: unknown) => {
    // A turn that turns out to be larger than the client takes breaks the answer off: the others go by their op as well.
    if (!(hasUnknown && error instanceof ServiceError && error.fault.kind === "malformed")) throw error;
  });
  return { ...list, words, pending: new Set() };
}

/** The latest first, one more than is shown. What the service sends beside the turns asked for is no turn of this thread. */
async function headsOf({ service, project }: Target, threadId: string, signal: AbortSignal): Promise<readonly Call[]> {
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

/** Of turns in order of their start those that words are asked of: the latest, as long as they are small together. */
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
