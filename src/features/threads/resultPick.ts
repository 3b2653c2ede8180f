import * as l10n from "@vscode/l10n";
import { QuickInputButtons, type QuickPick, type QuickPickItem, ThemeIcon } from "vscode";
import { resolveRange, type TimeRange } from "../../core/input/timeRange.ts";
import type { ProjectClient } from "../../core/port/projectClient.ts";
import { isSameConversation } from "../../core/query/conversationKey.ts";
import { ConversationSearch } from "../../core/search/conversationSearch.ts";
import { type ResultAction, resultsTitle, searchRows } from "../../core/search/searchRows.ts";
import { closeWith, openPick, type StepResult, settle } from "../../vscode/ui/quickInput.ts";
import { Throttle } from "../../vscode/ui/throttle.ts";
import type { FindParts } from "./findPick.ts";

/** Milliseconds between redraws while results arrive. */
const drawInterval = 100;

/** What ends the box; loading more does not. */
export type ResultChoice = Extract<ResultAction, { kind: "turn" | "search" | "range" }>;

interface ResultItem extends QuickPickItem {
  readonly action: ResultAction;
}

/** A search with what was asked for. */
export interface RangeSearch {
  readonly text: string;
  readonly range: TimeRange;
  readonly search: ConversationSearch;
}

/** A search for a text in a time range, not yet started. */
export function newSearch(target: ProjectClient, text: string, range: TimeRange): RangeSearch {
  const bounds = resolveRange(range, Date.now());
  return { text, range, search: new ConversationSearch({ target, text, bounds, now: Date.now }) };
}

/** Asks for a conversation that a search finds; one that has results is not repeated. Closing the box cancels. */
export async function askResult(parts: FindParts, requested: RangeSearch): Promise<StepResult<ResultChoice>> {
  const pick = openPick<ResultItem>({
    title: resultsTitle(requested.text),
    placeholder: l10n.t("Select a conversation"),
  });
  pick.ignoreFocusOut = true;
  pick.matchOnDetail = true;
  pick.keepScrollPosition = true;
  const result = await settle<Promise<ResultChoice>>(pick, (finish) => resultBox(pick, parts, requested, finish));
  return result.kind === "accepted" ? { kind: "accepted", value: await result.value } : result;
}

function resultBox(
  pick: QuickPick<ResultItem>,
  { sessions, threads, messageOf, formats }: FindParts,
  { text, range, search }: RangeSearch,
  finish: (choice: Promise<ResultChoice>) => void,
): readonly { dispose(): void }[] {
  const cancel = { iconPath: new ThemeIcon("stop-circle"), tooltip: l10n.t("Cancel") };
  let typed = "";
  /** The place of the first conversation of the last page. */
  let next = 0;
  const draw = new Throttle(() => {
    const { load } = search;
    const active = pick.activeItems[0]?.action;
    const rows = searchRows({
      ...{ text, typed, load, range, messageOf, formats },
      threadOf: (key) => threads.threadOf(key),
      now: Date.now(),
    });
    pick.items = [...rows];
    pick.busy = load.kind === "loading";
    pick.buttons = pick.busy ? [QuickInputButtons.Back, cancel] : [QuickInputButtons.Back];
    const same = pick.items.find(({ action }) => isSameThread(action, active));
    const again = same ?? (typed === "" ? pick.items[next] : undefined);
    if (again !== undefined) pick.activeItems = [again];
  }, drawInterval);
  const more = () => search.loadMore().catch((error: unknown) => finish(Promise.reject(error)));
  const parts = [
    draw,
    closeWith(sessions, pick),
    search.subscribe(() => draw.call()),
    { dispose: () => search.stop() },
    pick.onDidTriggerButton((button) => {
      if (button === cancel) search.stop();
    }),
    pick.onDidChangeValue((value) => {
      typed = value;
      draw.call();
    }),
    pick.onDidAccept(() => {
      const action = pick.selectedItems[0]?.action;
      if (action?.kind === "more") {
        next = pick.items.filter(({ action: { kind } }) => kind === "turn").length;
        void more();
      } else if (action !== undefined && action.kind !== "nothing") finish(Promise.resolve(action));
    }),
  ];
  if (search.load.kind === "idle") void more();
  else draw.now();
  return parts;
}

function isSameThread(action: ResultAction, other: ResultAction | undefined): boolean {
  return (
    action.kind === "turn" &&
    other?.kind === "turn" &&
    isSameConversation(action.found.conversation, other.found.conversation)
  );
}
