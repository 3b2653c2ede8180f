import * as l10n from "@vscode/l10n";
import { env, type QuickPick, type QuickPickItem, QuickPickItemKind, UIKind } from "vscode";
import { Loader } from "../../core/async/loader.ts";
import { shownValue } from "../../core/async/loadState.ts";
import type { RecentThreads } from "../../core/conversations/recentThreads.ts";
import { candidateIds, findThread } from "../../core/conversations/threadById.ts";
import type { ThreadList } from "../../core/conversations/threadList.ts";
import { type Pasted, pastedFrom } from "../../core/links/pasted.ts";
import type { ProjectClient } from "../../core/port/projectClient.ts";
import { type ConversationKey, threadKey } from "../../core/query/conversationKey.ts";
import type { ConversationSummary } from "../../core/query/thread.ts";
import { type FoundById, findCall } from "../../core/search/findById.ts";
import { chosenRow, type FindAction, type FindRow, type FindState, findRows } from "../../core/search/findRows.ts";
import type { MessageOf } from "../../core/search/threadNames.ts";
import type { WindowSession } from "../../core/session/windowSession.ts";
import type { Formats } from "../../core/text/format.ts";
import { closeWith, openPick, settle } from "../../vscode/ui/quickInput.ts";
import { Throttle } from "../../vscode/ui/throttle.ts";

/** Milliseconds without a key after which the typed ID is looked up. */
const lookupDelay = 300;
/** Milliseconds between redraws without a key. */
const drawInterval = 100;

export interface FindParts {
  readonly target: ProjectClient;
  readonly sessions: Pick<WindowSession, "onChange">;
  readonly threads: Pick<ThreadList, "load" | "threadOf" | "selection" | "subscribe">;
  readonly recent: Pick<RecentThreads, "all">;
  readonly messageOf: MessageOf;
  readonly formats: Formats;
  /** What a text names; null for other texts. */
  readonly readPasted: (text: string) => Pasted | null;
}

export type Found =
  | { readonly kind: "thread"; readonly conversation: ConversationKey; readonly thread?: ConversationSummary }
  | Extract<FoundById, { kind: "call" }>
  | { readonly kind: "link" | "search"; readonly text: string };

interface FindItem extends QuickPickItem {
  readonly action: FindAction;
}

/** Asks what to find: a thread, what an ID or link names, or a text to search for; undefined if canceled. */
export async function askFind(parts: FindParts, typed: string): Promise<Found | undefined> {
  const pick = openPick<FindItem>({
    title: l10n.t("Find"),
    placeholder: l10n.t("Message, ID, or link, or text to search for in conversations"),
  });
  // The ID often has to be copied from elsewhere.
  pick.ignoreFocusOut = true;
  pick.value = typed;
  // In a browser, reading the clipboard asks the user first.
  const copied = env.uiKind === UIKind.Desktop ? await env.clipboard.readText() : "";
  const clipboard = pastedFrom(copied, parts.readPasted);
  const result = await settle<Promise<Found>>(pick, (finish) => new FindBox(pick, parts, clipboard, finish).parts);
  return result.kind === "accepted" ? result.value : undefined;
}

/** The box while it is open. Typing and closing it abort the lookup of an ID. */
class FindBox {
  readonly parts: readonly { dispose(): void }[];
  readonly #pick: QuickPick<FindItem>;
  readonly #given: FindParts;
  readonly #clipboard: FindState["clipboard"];
  readonly #finish: (found: Promise<Found>) => void;
  readonly #exact = new Loader<FoundById | null>(Date.now);
  readonly #draw = new Throttle(() => this.#drawNow(), drawInterval);
  #typed: string;
  /** The text of the rows that were drawn last, and those rows as JSON. */
  #drawn: { readonly typed: string; readonly rows: string } | null = null;
  #chosen: FindItem | undefined;
  /** Whether VS Code shows the rows that were drawn last: until then, it reports rows of an earlier text. */
  #isShown = false;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(
    pick: QuickPick<FindItem>,
    given: FindParts,
    clipboard: FindState["clipboard"],
    finish: (found: Promise<Found>) => void,
  ) {
    this.#pick = pick;
    this.#given = given;
    this.#clipboard = clipboard;
    this.#finish = finish;
    this.#typed = pick.value;
    this.parts = [
      this.#exact.subscribe(() => this.#draw.call()),
      given.threads.subscribe(() => this.#draw.call()),
      this.#draw,
      closeWith(given.sessions, pick),
      { dispose: () => clearTimeout(this.#timer) },
      { dispose: () => this.#exact.reset() },
      pick.onDidChangeValue((value) => this.#type(value)),
      pick.onDidChangeActive(([active]) => {
        this.#isShown ||= active === this.#chosen;
      }),
      pick.onDidAccept(() => {
        const accepted = this.#isShown ? pick.selectedItems[0] : this.#chosen;
        this.#accept(accepted?.action).catch((error: unknown) => this.#fail(error));
      }),
    ];
    this.#draw.now();
    this.#checkSoon();
  }

  #type(value: string): void {
    // VS Code also reports the initial value as a change.
    if (value === this.#typed) return;
    this.#typed = value;
    this.#exact.reset();
    this.#draw.now();
    this.#checkSoon();
  }

  #checkSoon(): void {
    clearTimeout(this.#timer);
    if (this.#given.readPasted(this.#typed.trim())?.kind !== "id") return;
    this.#timer = setTimeout(() => this.#check().catch((error: unknown) => this.#fail(error)), lookupDelay);
  }

  /** Looks up what has the typed ID: a thread, and if the text has the form of other IDs, also these. */
  async #check(): Promise<void> {
    clearTimeout(this.#timer);
    const { target, threads, readPasted } = this.#given;
    const typed = this.#typed;
    const isId = readPasted(typed.trim())?.kind === "id";
    await this.#exact.run(async (signal) => {
      for (const id of candidateIds(typed)) {
        const key = threadKey(id);
        const thread = threads.threadOf(key) ?? (await findThread(target, key, signal));
        if (thread !== null) return { kind: "thread", thread };
      }
      return isId ? await findCall(target, typed.trim(), signal) : null;
    });
  }

  async #accept(action: FindAction | undefined): Promise<void> {
    switch (action?.kind) {
      case "thread":
      case "search":
        return this.#finish(Promise.resolve(action));
      case "threadId":
        return this.#openFound();
      case "open":
        if (this.#given.readPasted(action.text)?.kind === "link")
          return this.#finish(Promise.resolve({ kind: "link", text: action.text }));
        this.#pick.value = action.text;
        this.#type(action.text);
        return this.#openFound();
    }
  }

  /** Opens what has the typed ID. If nothing has, the box stays open and says so. */
  async #openFound(): Promise<void> {
    const typed = this.#typed;
    if (shownValue(this.#exact.load) === null) await this.#check();
    const found = shownValue(this.#exact.load);
    if (found === null || typed !== this.#typed) return;
    const { kind } = found;
    this.#finish(Promise.resolve(kind === "call" ? found : { kind, conversation: found.thread, thread: found.thread }));
  }

  #fail(error: unknown): void {
    this.#finish(Promise.reject(error));
  }

  #drawNow(): void {
    const pick = this.#pick;
    const { target, threads, recent, messageOf, formats, readPasted } = this.#given;
    const exact = this.#exact.load;
    const typed = this.#typed;
    const active = this.#drawn?.typed === typed ? pick.activeItems[0]?.action : undefined;
    const rows = findRows({
      ...{ typed, exact, messageOf, formats, project: target.project },
      pasted: readPasted(typed.trim()),
      clipboard: this.#clipboard,
      loaded: shownValue(threads.load)?.threads ?? [],
      threadOf: (key) => threads.threadOf(key),
      recent: recent.all,
      range: threads.selection.filter.time,
      now: Date.now(),
    });
    pick.busy = exact.kind === "loading";
    const drawn = { typed, rows: JSON.stringify(rows) };
    // Setting rows moves the active one back if VS Code has not reported yet where the user has moved it.
    if (this.#drawn?.typed === typed && this.#drawn.rows === drawn.rows) return;
    this.#drawn = drawn;
    const items = rows.map(findItem);
    this.#chosen = chosenRow(items, active ?? null);
    this.#isShown = false;
    pick.items = items;
    pick.activeItems = this.#chosen === undefined ? [] : [this.#chosen];
  }
}

function findItem({ isHeading = false, ...row }: FindRow): FindItem {
  return { ...row, ...(isHeading && { kind: QuickPickItemKind.Separator }) };
}
