import * as l10n from "@vscode/l10n";
import { window } from "vscode";
import { type LoadState, shownValue } from "../../core/async/loadState.ts";
import { countText } from "../../core/counts/conditionText.ts";
import type { SavedCount } from "../../core/counts/savedCount.ts";
import type { ShownCount } from "../../core/counts/watchedCounts.ts";
import type { CallCount } from "../../core/query/callQuery.ts";
import { labelText, plainText } from "../../core/text/visibleText.ts";
import { inBackground } from "../../vscode/ui/commands.ts";
import { showFault } from "../../vscode/ui/faultNotice.ts";
import { copyText } from "../../vscode/ui/outside.ts";
import { askOtherName, askThreshold } from "./countInputs.ts";
import type { SavedCountsParts } from "./register.ts";

const noticeMs = 5000;

type Parts = Pick<SavedCountsParts, "saved" | "calls" | "formats" | "log"> & {
  /** Whether the view shows values and failures. */
  readonly isShown: () => boolean;
  readonly edit: (count: ShownCount) => Promise<void>;
};

export async function refreshCount(count: ShownCount, parts: Parts): Promise<void> {
  const { saved, calls } = parts;
  calls.outdate([count.saved.id]);
  notify(count, await saved.refreshOne(count.saved.id), parts);
}

export async function copyCount(count: ShownCount, parts: Parts): Promise<void> {
  const { saved, formats } = parts;
  const load = shownValue(count.load) === null ? await saved.refreshOne(count.saved.id) : count.load;
  const value = load && shownValue(load);
  if (value === null) return notify(count, load, parts);
  const text = countText(value, count.saved.conditions, formats);
  await copyText(String(value.count), l10n.t("Count copied: {0}", text));
}

/** Resolves to false if another window has removed the count. */
export async function renameCount({ id, name }: SavedCount, { saved }: Parts): Promise<boolean> {
  const others = saved.list().flatMap((other) => (other.id === id ? [] : other.name));
  const chosen = await askOtherName(name, others);
  return chosen === undefined || saved.edit(id, { name: chosen });
}

/** As above. */
export async function changeThreshold(count: SavedCount, { saved, formats }: Parts): Promise<boolean> {
  const threshold = await askThreshold(count, formats);
  return threshold === null || saved.edit(count.id, { threshold });
}

export async function deleteCount({ saved: { id } }: ShownCount, { saved }: Parts): Promise<void> {
  const removed = await saved.remove(id);
  if (removed === null) return;
  const undo = l10n.t("Undo");
  const name = plainText(removed.removed.entry.name);
  const chosen = await window.showInformationMessage(l10n.t("Deleted saved count “{0}”.", name), undo);
  if (chosen === undo) await saved.restore(removed);
}

/** Shows the value or the failure of a count, unless the view does. */
function notify(count: ShownCount, load: LoadState<CallCount> | null, parts: Parts): void {
  const { saved, formats, log, isShown, edit } = parts;
  const { id, name, conditions } = count.saved;
  if (isShown()) return;
  if (load?.kind === "failed" || load?.kind === "stale") {
    const retry = async () => {
      const again = saved.all.find((shown) => shown.saved.id === id);
      if (again !== undefined) await refreshCount(again, parts);
    };
    inBackground(showFault(load.fault, { requested: "count", changeCount: () => edit(count), retry }), log);
  }
  if (load?.kind !== "shown") return;
  const text = countText(load.value, conditions, formats);
  window.setStatusBarMessage(`${labelText(plainText(name))}: ${text}`, noticeMs);
}
