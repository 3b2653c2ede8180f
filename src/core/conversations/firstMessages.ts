import { Loader } from "../async/loader.ts";
import { Observable } from "../async/observable.ts";
import type { Semaphore } from "../async/semaphore.ts";
import { insideWords } from "../calls/insideWords.ts";
import type { CallRoute } from "../port/callRoute.ts";
import { sourceOf } from "../port/conversationSource.ts";
import { backgroundClient, type ProjectClient } from "../port/projectClient.ts";
import { type ConversationKey, keyText } from "../query/conversationKey.ts";
import type { ProjectId } from "../query/projectId.ts";
import type { ConversationSummary } from "../query/thread.ts";
import { visibleLines } from "../text/visibleText.ts";
import { type ConversationPages, settledPages } from "./conversationPages.ts";
import type { ThreadList } from "./threadList.ts";
import { threadSource } from "./threadSource.ts";

/** Messages per request. */
const mostAtOnce = 25;
/** Characters of JSON per page of rows: whole inputs are transferred for a few words each. */
const mostPerPage = 4 * 1024 * 1024;
/** Bytes of one turn's inputs; a larger one has no message. */
const mostPerTurn = 256 * 1024;
/** Agent conversations per page of rows whose opening message the list lacks: each is a request. */
const mostOpenings = 25;
/** Threads at the head of the list whose messages are requested. */
const mostThreads = 1000;
/** Characters of a message that are kept. */
const mostCharacters = 2000;
/** Messages of a project that are kept. */
const mostKept = 10_000;

export interface FirstMessagesOptions {
  readonly threads: Pick<ThreadList, "above" | "found" | "listing" | "load">;
  readonly route: CallRoute;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  readonly semaphore: () => Semaphore;
  /** Whether messages may be requested. */
  readonly wanted: () => boolean;
}

/**
 * The first user message of each listed thread, from the inputs of its first turn. They are requested after the rows of
 * a page, in their order; they are kept in memory.
 */
export class FirstMessages {
  readonly #options: FirstMessagesOptions;
  readonly #loader: Loader<null>;
  readonly #changed = new Observable(0);
  /** By project and turn ID. */
  readonly #kept = new Map<ProjectId, Map<string, string>>();
  #target: ProjectClient | null = null;
  #wanted = false;
  /** The rows that the following are about. */
  #pages: { readonly pages: ConversationPages; readonly loaded: number } | null = null;
  /** Turns that were requested, also in vain. */
  readonly #requested = new Set<string>();
  /** Since the rows were loaded. */
  #requests = 0;
  /** Opening messages that may still be requested. */
  #openings = 0;
  /** Characters that may still be read. */
  #left = 0;

  constructor(options: FirstMessagesOptions) {
    this.#options = options;
    this.#loader = new Loader(options.now);
  }

  /** Calls `listener` after each request; `isFirst` for the rows that are on screen at first. */
  subscribe(listener: (isFirst: boolean) => void): { dispose(): void } {
    return this.#changed.subscribe(() => listener(this.#requests === 1));
  }

  /** The message of a conversation, or its name, on one visible line; empty if it has none or is not known. */
  of({
    firstTurnId,
    agent,
    kind,
    id,
  }: Pick<ConversationSummary, "firstTurnId" | "agent"> & Partial<ConversationKey>): string {
    if (!this.#wanted) return "";
    if (agent === undefined) return (firstTurnId !== null && this.#known?.get(firstTurnId)) || "";
    const text = agent.name || agent.opening;
    if (text !== "") return visibleLines(text.replace(/\s+/g, " ").trim());
    return (kind && id !== undefined && this.#known?.get(keyText({ kind, id }))) || "";
  }

  /** Messages are kept for each project. */
  reset(target: ProjectClient | null): void {
    this.cancel();
    this.#target = target;
    if (target !== null && !this.#kept.has(target.project)) this.#kept.set(target.project, new Map());
    this.renew();
  }

  /** Drops all messages: another account may not be allowed to read them. */
  forget(): void {
    this.#kept.clear();
    this.reset(this.#target);
  }

  /** Reads again whether messages are wanted. */
  renew(): void {
    this.#wanted = this.#options.wanted();
  }

  /** Cancels the current requests; the next ones continue from there. */
  cancel(): void {
    this.#pages = null;
    this.#loader.reset();
  }

  /** Requests the messages of the rows that have none yet. A failed request is repeated when rows are loaded again. */
  async check(): Promise<void> {
    const { threads, route, semaphore } = this.#options;
    // Trust in the workspace may have been granted.
    this.renew();
    const pages = settledPages(threads.load);
    if (!this.#wanted || pages === null || this.#known === undefined) return;
    this.#begin(pages);
    const isDue = (route.missing === null && this.#next().length > 0) || this.#nextUnopened().length > 0;
    if (this.#loader.load.kind === "loading" || !isDue || this.#target === null) return;
    const target = backgroundClient(this.#target);
    await this.#loader.run(async (signal) => {
      await Promise.all(this.#nextUnopened().map((row) => this.#open(row, target, signal)));
      for (let ids = this.#next(); ids.length > 0 && route.missing === null; ids = this.#next()) {
        for (const id of ids) this.#requested.add(id);
        await semaphore().run(() => route.ask(() => this.#read(ids, target, signal), signal), signal);
        this.#requests++;
        this.#changed.value++;
      }
      return null;
    });
  }

  /** Each page of rows may cost as much as the first. */
  #begin(pages: ConversationPages): void {
    const loaded = pages.threads.length;
    if (this.#pages?.pages !== pages) {
      this.#requested.clear();
      this.#requests = 0;
    } else if (this.#pages.loaded === loaded) return;
    this.#pages = { pages, loaded };
    this.#left = mostPerPage;
    this.#openings = mostOpenings;
  }

  /** The next turns to request, in the order of rows. */
  #next(): readonly string[] {
    if (!this.#wanted || this.#left <= 0) return [];
    const ids: string[] = [];
    for (const { firstTurnId } of this.#rows) {
      if (firstTurnId === null || this.#known?.has(firstTurnId) || this.#requested.has(firstTurnId)) continue;
      if (ids.push(firstTurnId) === mostAtOnce) break;
    }
    return ids;
  }

  /** Those above the list, and the first of the list. */
  get #rows(): readonly ConversationSummary[] {
    const { found, above, listing } = this.#options.threads;
    return [...(found === null ? [] : [found]), ...above, ...listing.threads.slice(0, mostThreads)];
  }

  /** The agent conversations of the last rows whose opening message to request. */
  #nextUnopened(): readonly ConversationSummary[] {
    const isDue = (row: ConversationSummary) =>
      row.agent !== undefined &&
      this.of(row) === "" &&
      !this.#requested.has(keyText(row)) &&
      !this.#known?.has(keyText(row));
    return this.#wanted ? this.#rows.filter(isDue).slice(0, this.#openings) : [];
  }

  async #open(row: ConversationSummary, target: ProjectClient, signal: AbortSignal): Promise<void> {
    this.#openings--;
    this.#requested.add(keyText(row));
    const ask = () => sourceOf(row, target)?.opening?.(row, target, signal);
    const text = await this.#options.semaphore().run(async () => (await ask()) ?? "", signal);
    const { lineOf } = await import("../messages/firstWords.ts");
    this.#keep(keyText(row), lineOf(text, mostCharacters));
    this.#requests++;
    this.#changed.value++;
  }

  async #read(ids: readonly string[], target: ProjectClient, signal: AbortSignal): Promise<void> {
    // The message reader is a large part of the bundle: it is loaded with the first rows.
    const [{ firstWords }, { readDocuments }] = await Promise.all([
      import("../messages/firstWords.ts"),
      import("../conversation/documentReader.ts"),
    ]);
    const calls = ids.map((id) => ({ id, storedBytes: null }));
    const requested = { what: ["inputs"], calls: mostAtOnce, each: mostPerTurn } as const;
    const empty: string[] = [];
    for await (const read of readDocuments(calls, requested, threadSource, target, signal)) {
      for (const { call, ...one } of read) {
        const inputs = one.kind === "shown" ? one.value.inputs : null;
        const words = firstWords(inputs, mostCharacters, "first");
        if (words === "" && one.kind === "shown") empty.push(call.id);
        this.#keep(call.id, words);
        this.#left -= one.kind === "failed" ? mostPerTurn : JSON.stringify(inputs).length;
      }
      if (this.#left <= 0) return;
    }
    const words = await insideWords(empty, target, [mostCharacters, "first"], signal);
    for (const [id, text] of words) this.#keep(id, text);
  }

  #keep(id: string, text: string): void {
    const known = this.#known;
    known?.set(id, text);
    const [oldest] = known?.keys() ?? [];
    if (known !== undefined && known.size > mostKept && oldest !== undefined) known.delete(oldest);
  }

  get #known(): Map<string, string> | undefined {
    return this.#target === null ? undefined : this.#kept.get(this.#target.project);
  }
}
