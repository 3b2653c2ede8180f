import * as l10n from "@vscode/l10n";
import { type QuickPick, type QuickPickItem, QuickPickItemKind } from "vscode";
import { Loader } from "../../core/async/loader.ts";
import { isPending, shownValue } from "../../core/async/loadState.ts";
import type { ProjectClient } from "../../core/projectClient.ts";
import { type FindAction, type FindRow, findRows } from "../../core/search/findRows.ts";
import type { MessageOf } from "../../core/search/threadNames.ts";
import type { Formats } from "../../core/text/format.ts";
import { candidateIds, findThread } from "../../core/threads/findThread.ts";
import type { RecentThreads } from "../../core/threads/recentThreads.ts";
import type { Thread } from "../../core/threads/thread.ts";
import type { ThreadList } from "../../core/threads/threadList.ts";
import type { SessionStore } from "../../vscode/session/sessionStore.ts";
import { closeWith, openPick, settle } from "../../vscode/ui/quickInput.ts";
import { Throttle } from "../../vscode/ui/throttle.ts";

/** Milliseconds without a key after which the typed ID is looked up. */
const lookupDelay = 300;
/** Milliseconds between redraws without a key. */
const drawInterval = 100;

export interface FindParts {
  readonly target: ProjectClient;
  readonly sessions: Pick<SessionStore, "onChange">;
  readonly threads: Pick<ThreadList, "load" | "threadOf" | "selection">;
  readonly recent: Pick<RecentThreads, "all">;
  readonly messageOf: MessageOf;
  readonly formats: Formats;
}

export type Found = Exclude<FindAction, { kind: "nothing" }> & { readonly thread?: Thread };

interface FindItem extends QuickPickItem {
  readonly action: FindAction;
}

/**
 * Asks for a thread, or for a text to search for; undefined if canceled. Accepting a typed ID before it has been looked
 * up finds its thread. Typing and closing the box abort the lookup.
 */
export async function askFind(parts: FindParts, typed: string): Promise<Found | undefined> {
  const pick = openPick<FindItem>({
    title: l10n.t("Find Thread"),
    placeholder: l10n.t("Message or ID of a thread, or text to search for in conversations"),
  });
  // The ID often has to be copied from elsewhere.
  pick.ignoreFocusOut = true;
  pick.value = typed;
  const result = await settle<Promise<Found>>(pick, (finish) => new FindBox(pick, parts, finish).parts);
  return result.kind === "accepted" ? result.value : undefined;
}

/** The box while it is open. */
class FindBox {
  readonly parts: readonly { dispose(): void }[];
  readonly #pick: QuickPick<FindItem>;
  readonly #given: FindParts;
  readonly #finish: (found: Promise<Found>) => void;
  readonly #exact = new Loader<Thread | null>(Date.now);
  readonly #draw = new Throttle(() => this.#drawNow(), drawInterval);
  #typed: string;
  /** The text of the rows on screen. */
  #drawn = "";
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(pick: QuickPick<FindItem>, given: FindParts, finish: (found: Promise<Found>) => void) {
    this.#pick = pick;
    this.#given = given;
    this.#finish = finish;
    this.#typed = pick.value;
    this.parts = [
      this.#exact.subscribe(() => this.#draw.call()),
      this.#draw,
      closeWith(given.sessions, pick),
      { dispose: () => clearTimeout(this.#timer) },
      { dispose: () => this.#exact.reset() },
      pick.onDidChangeValue((value) => this.#type(value)),
      pick.onDidAccept(() => this.#accept(pick.selectedItems[0]?.action)),
    ];
    this.#draw.now();
    this.#lookSoon();
  }

  #type(value: string): void {
    // VS Code also reports the initial value as a change.
    if (value === this.#typed) return;
    this.#typed = value;
    this.#exact.reset();
    // At once, as VS Code would let the user accept rows of the text before.
    this.#draw.now();
    this.#lookSoon();
  }

  #lookSoon(): void {
    clearTimeout(this.#timer);
    if (candidateIds(this.#typed).length > 0) {
      this.#timer = setTimeout(() => this.#look().catch((error: unknown) => this.#fail(error)), lookupDelay);
    }
  }

  async #look(): Promise<void> {
    clearTimeout(this.#timer);
    const { target, threads } = this.#given;
    const ids = candidateIds(this.#typed);
    await this.#exact.run(async (signal) => {
      for (const id of ids) {
        const found = threads.threadOf(id) ?? (await findThread(target, id, signal));
        if (found !== null) return found;
      }
      return null;
    });
  }

  /** No action if the rows were drawn again as the user accepted one: VS Code does not say which. */
  #accept(action: FindAction | undefined): void {
    if (action?.kind === "nothing") return;
    if (action?.kind === "thread") this.#finish(Promise.resolve(this.#threadOf(action)));
    else this.#searchUnlessFound(action).catch((error: unknown) => this.#fail(error));
  }

  async #searchUnlessFound(chosen: Extract<FindAction, { kind: "search" }> | undefined): Promise<void> {
    const typed = this.#typed;
    const action = chosen ?? { kind: "search", text: typed.trim() };
    if (action.text === "") return;
    const mayBeThread = chosen === undefined || isPending(this.#exact.load);
    if (isPending(this.#exact.load)) await this.#look();
    if (typed !== this.#typed) return;
    const found = mayBeThread ? shownValue(this.#exact.load) : null;
    this.#finish(Promise.resolve(found === null ? action : { kind: "thread", id: found.id, thread: found }));
  }

  #threadOf(action: Extract<FindAction, { kind: "thread" }>): Found {
    const found = shownValue(this.#exact.load);
    return found?.id === action.id ? { ...action, thread: found } : action;
  }

  #fail(error: unknown): void {
    this.#finish(Promise.reject(error));
  }

  #drawNow(): void {
    const pick = this.#pick;
    const { target, threads, recent, messageOf, formats } = this.#given;
    const exact = this.#exact.load;
    const typed = this.#typed;
    const active = this.#drawn === typed ? pick.activeItems[0]?.action : undefined;
    this.#drawn = typed;
    const rows = findRows({
      ...{ typed, exact, messageOf, formats, project: target.project },
      loaded: shownValue(threads.load)?.threads ?? [],
      threadOf: (id) => threads.threadOf(id),
      recent: recent.all,
      range: threads.selection.filter.time,
      now: Date.now(),
    });
    pick.items = rows.map(findItem);
    pick.busy = exact.kind === "loading";
    const found = shownValue(exact);
    const wanted = found === null ? active : ({ kind: "thread", id: found.id } as const);
    const again = pick.items.find(({ action }) => wanted !== undefined && isSame(action, wanted));
    if (again !== undefined) pick.activeItems = [again];
  }
}

function findItem({ isHeading = false, ...row }: FindRow): FindItem {
  return { ...row, ...(isHeading && { kind: QuickPickItemKind.Separator }) };
}

function isSame(a: FindAction, b: FindAction): boolean {
  return a.kind === "thread" ? b.kind === "thread" && a.id === b.id : a.kind === "search" && b.kind === "search";
}
