import * as l10n from "@vscode/l10n";
import { type QuickInputButton, type QuickPickItem, ThemeIcon, window } from "vscode";
import type { fieldsOf } from "../../core/conversations/conversationOrder.ts";
import { issuesWith } from "../../core/conversations/filterItems.ts";
import { kindName } from "../../core/conversations/filterText.ts";
import { everyKey, keyLabel, leavesTies, sortKeyText, sortText, thenByRow } from "../../core/conversations/sortText.ts";
import type { Fault } from "../../core/failures/fault.ts";
import { issuesDetail } from "../../core/failures/faultText.ts";
import { formatSortKey, type SortKey } from "../../core/query/threadQuery.ts";
import { askPick, place, type StepResult, settle } from "../../vscode/ui/quickInput.ts";

type SortFields = ReturnType<typeof fieldsOf>;

interface OrderItem extends QuickPickItem {
  readonly key: SortKey;
  /** Whether it opens the pick of a second key instead of being the whole order. */
  readonly leadsOn: boolean;
}

/**
 * Lets the user choose an order by one or two keys; the current one is marked, with the service's issues if
 * the last request failed because of it. Undefined if canceled.
 */
export async function pickSort(
  current: readonly SortKey[],
  fields: SortFields,
  fault: Fault | null,
): Promise<readonly SortKey[] | undefined> {
  for (;;) {
    const first = await askFirstKey(current, fields, fault);
    if (first.kind !== "accepted") return undefined;
    const { key, leadsOn } = first.value;
    if (!leadsOn) return [key];
    const second = await askSecondKey(key, current, fields);
    if (second.kind === "hidden") return undefined;
    if (second.kind === "accepted") return second.value.key === null ? [key] : [key, second.value.key];
  }
}

/** An order is applied at once; its button, or the last item for the current one, opens the pick of a second key. */
function askFirstKey(
  current: readonly SortKey[],
  fields: SortFields,
  fault: Fault | null,
): Promise<StepResult<OrderItem>> {
  const [first, second] = current;
  const thenBy: QuickInputButton = { iconPath: new ThemeIcon("sort-precedence"), tooltip: l10n.t("Then by…") };
  const kinds = new Map(fields.map(({ field, of }) => [field, of]));
  const items = everyKey([...kinds.keys()]).map(
    (key): OrderItem => ({
      key,
      ...(kinds.get(key.field) ? { description: kindName(kinds.get(key.field) ?? undefined) } : {}),
      leadsOn: false,
      label: keyLabel(key, isSame(key, first)),
      ...(leavesTies(key) ? { buttons: [thenBy] } : {}),
      ...(isSame(key, first) ? issuesDetail(issuesWith("sort", fault)) : {}),
    }),
  );
  if (first !== undefined && leavesTies(first)) items.push({ key: first, leadsOn: true, ...thenByRow(second) });
  const pick = window.createQuickPick<OrderItem>();
  place(pick, { title: l10n.t("Sort Threads") });
  pick.placeholder = l10n.t("Current: {0}", sortText(current));
  pick.items = items;
  pick.activeItems = items.filter(({ key, leadsOn }) => !leadsOn && isSame(key, first));
  return settle(pick, (finish) => [
    pick.onDidAccept(() => {
      const [chosen] = pick.selectedItems;
      if (chosen !== undefined) finish(chosen);
    }),
    pick.onDidTriggerItemButton(({ item }) => finish({ ...item, leadsOn: true })),
  ]);
}

interface SecondItem extends QuickPickItem {
  readonly key: SortKey | null;
}

function askSecondKey(
  first: SortKey,
  current: readonly SortKey[],
  fields: SortFields,
): Promise<StepResult<SecondItem>> {
  const currentSecond = isSame(first, current[0]) ? current[1] : undefined;
  const none: SecondItem = { key: null, label: keyLabel(null, currentSecond === undefined) };
  const of = fields.find(({ field }) => field === first.field)?.of ?? null;
  // A second key that other conversations lack would be left out.
  const common = fields.filter((each) => each.of === null || each.of === of).map(({ field }) => field);
  const others = everyKey(common)
    .filter(({ field }) => field !== first.field)
    .map((key): SecondItem => ({ key, label: keyLabel(key, isSame(key, currentSecond)) }));
  return askPick({
    title: l10n.t("Sort Threads, Then by"),
    canGoBack: true,
    placeholder: l10n.t("{0}, then by…", sortKeyText(first)),
    items: [none, ...others],
    active: others.find(({ key }) => key !== null && isSame(key, currentSecond)) ?? none,
  });
}

function isSame(key: SortKey, other: SortKey | undefined): boolean {
  return other !== undefined && formatSortKey(key) === formatSortKey(other);
}
