import { Loader } from "../async/loader.ts";
import { shownValue } from "../async/loadState.ts";
import { type RequestedDocuments, readDocuments } from "../conversation/documentReader.ts";
import { isLarge } from "../conversation/drawing/turnText.ts";
import type { TurnDocuments } from "../conversation/protocol.ts";
import type { ConversationSource } from "../port/conversationSource.ts";
import type { ProjectClient } from "../port/projectClient.ts";
import type { Call } from "../query/call.ts";
import { type ConversationKey, keyText } from "../query/conversationKey.ts";
import type { TimeBounds } from "../query/startedWithin.ts";
import { type Passage, passageIn } from "./passage.ts";

/** Turns per request. */
export const searchPage = 20;

const perRequest: RequestedDocuments = { calls: searchPage, unsized: 10, perRequest: 1024 * 1024 };

export interface FoundTurn {
  readonly turn: Call;
  readonly conversation: ConversationKey;
  /** Null if the turn is too large to be loaded automatically. */
  readonly passage: Passage | null;
}

export interface FoundTurns {
  /**
   * Newest first; turns that only repeat the passage of another one are left out, and, while documents arrive in any
   * order, those older than a turn that is still searched: rows that arrive go below the others.
   */
  readonly turns: readonly FoundTurn[];
  /** Turns in which only field names contain the text. */
  readonly inNamesOnly: number;
  /** Whether the service has no more. */
  readonly ended: boolean;
}

export interface ConversationSearchOptions {
  readonly target: ProjectClient;
  readonly text: string;
  readonly bounds: TimeBounds;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
}

/** The turns of a project whose inputs or output contain a text, loaded page by page. */
export class ConversationSearch extends Loader<FoundTurns> {
  readonly #options: ConversationSearchOptions;
  readonly #turns: FoundTurn[] = [];
  /** Turns whose documents have been searched: paging by offset repeats some when turns are added. */
  readonly #searched = new Set<string>();
  #due: readonly Call[] = [];
  #inNamesOnly = 0;
  #offset = 0;

  constructor(options: ConversationSearchOptions) {
    super(options.now);
    this.#options = options;
  }

  get found(): FoundTurns {
    return shownValue(this.load) ?? this.#found(false);
  }

  /** Loads the next page, or the rest of one that failed or was stopped. Rejects with anything but a `ServiceError`. */
  async loadMore(): Promise<void> {
    const { target, text, bounds } = this.#options;
    await this.run(async (signal, show) => {
      show(this.#found(false));
      let hasMore = false;
      const onMore = () => {
        hasMore = true;
      };
      const requested = { text, bounds, limit: searchPage, offset: this.#offset, onMore };
      const pages = target.sources.map(async (source) => {
        const turns: Call[] = [];
        for await (const batch of source.find?.(requested, target, signal) ?? []) turns.push(...batch);
        return { source, turns };
      });
      const found = await Promise.all(pages);
      const isDue = ({ id, conversation }: Call) => conversation !== null && !this.#searched.has(id);
      try {
        this.#due = found.flatMap(({ turns }) => turns.filter(isDue));
        for (const { source, turns } of found)
          await this.#search(turns.filter(isDue), source, signal, () => show(this.#found(false)));
      } finally {
        this.#due = [];
        show(this.#found(false));
      }
      this.#offset += searchPage;
      return this.#found(!hasMore && found.every(({ turns }) => turns.length < searchPage));
    });
  }

  /** Loads the documents of turns, the newest first, except of large ones. */
  async #search(turns: readonly Call[], source: ConversationSource, signal: AbortSignal, show: () => void) {
    for (const turn of turns.filter(isLarge)) this.#add(turn, null);
    const due = turns.filter(({ id }) => !this.#searched.has(id));
    for await (const read of readDocuments(due, perRequest, source, this.#options.target, signal)) {
      for (const one of read) {
        this.#searched.add(one.call.id);
        if (one.kind === "shown") this.#read(one.call, one.value);
        else if (one.kind === "failed") this.#add(one.call, null);
      }
      show();
    }
    show();
  }

  #read(turn: Call, documents: TurnDocuments): void {
    const passage = passageIn(documents, this.#options.text);
    // A turn of an agent repeats what was said before in its spans, not in its messages.
    if (passage === null) this.#inNamesOnly += documents.content === undefined ? 1 : 0;
    else this.#add(turn, passage);
  }

  #add(turn: Call, passage: Passage | null): void {
    this.#searched.add(turn.id);
    if (turn.conversation !== null) this.#turns.push({ turn, conversation: turn.conversation, passage });
  }

  #found(ended: boolean): FoundTurns {
    const all = this.#turns.toSorted(({ turn: a }, { turn: b }) => b.startedAt - a.startedAt || (a.id < b.id ? 1 : -1));
    const missing = this.#due.filter(({ id }) => !this.#searched.has(id)).map(({ startedAt }) => startedAt);
    const newest = Math.max(...missing);
    const turns = all.filter(({ turn }) => turn.startedAt >= newest);
    return { turns: withoutRepeated(turns), inNamesOnly: this.#inNamesOnly, ended };
  }
}

/**
 * Chat programs send the whole conversation with each turn, so later turns repeat the text. Of the turns that only repeat
 * it, the newest of a thread is kept, and only if no other found turn of the thread has the text as its own.
 */
function withoutRepeated(newestFirst: readonly FoundTurn[]): readonly FoundTurn[] {
  const saying = new Set(
    newestFirst.filter(({ passage }) => !passage?.isRepeated).map(({ conversation }) => keyText(conversation)),
  );
  return newestFirst.filter(({ passage, conversation }) => {
    if (!passage?.isRepeated) return true;
    const isKept = !saying.has(keyText(conversation));
    saying.add(keyText(conversation));
    return isKept;
  });
}
