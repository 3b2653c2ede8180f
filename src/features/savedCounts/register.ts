import * as l10n from "@vscode/l10n";
import { type Disposable, window } from "vscode";
import { type LoadState, shownValue } from "../../core/async/loadState.ts";
import type { CallCount } from "../../core/counts/callQuery.ts";
import { countText } from "../../core/counts/conditionText.ts";
import type { ShownCount } from "../../core/counts/watchedCounts.ts";
import { countNameNoteText, countNameProblemText } from "../../core/input/problemText.ts";
import { textIn } from "../../core/json.ts";
import { labelText, plainText } from "../../core/text/visibleText.ts";
import { inBackground, isFromRow, registerCommands, tellRowIsGone } from "../../vscode/ui/commands.ts";
import { showFault } from "../../vscode/ui/faultNotice.ts";
import { copyText } from "../../vscode/ui/outside.ts";
import { askText } from "../../vscode/ui/quickInput.ts";
import type { App, FeatureParts } from "../app.ts";
import { SavedCountView } from "./savedCountView.ts";

const noticeMs = 5000;

/** The view of saved counts and its commands. */
export function registerSavedCounts(parts: FeatureParts & { readonly app: App }): Disposable[] {
  const { app, saved, formats, log } = parts;
  const view = new SavedCountView(parts);

  /** The count of a menu's row; from a keyboard shortcut, the selected one. */
  const countOf = (given: readonly unknown[]): ShownCount | undefined => {
    const id = isFromRow(given) ? textIn(given[0], "id") : view.selectedId;
    const count = saved.shown.find((shown) => shown.saved.id === id);
    if (count === undefined && id === undefined)
      window.showInformationMessage(l10n.t("Select a count in the Counts view first."));
    else if (count === undefined) tellRowIsGone();
    return count;
  };
  /** Shows the value or the failure of a count. */
  const told = async ({ saved: { id, name, conditions } }: ShownCount, load: LoadState<CallCount> | null) => {
    if (load?.kind === "failed" || load?.kind === "stale") {
      const retry = async () => {
        const again = saved.shown.find((shown) => shown.saved.id === id);
        if (again !== undefined) await refresh(again);
      };
      inBackground(showFault(load.fault, { asked: "count", savedId: id, retry }), log);
    }
    if (load?.kind !== "shown") return;
    const text = countText(load.value, conditions, formats);
    window.setStatusBarMessage(`${labelText(plainText(name))}: ${text}`, noticeMs);
  };

  const refresh = async (count: ShownCount) => {
    const load = await saved.refreshOne(count.saved.id);
    if (!view.visible) await told(count, load);
  };

  const registered = registerCommands(
    {
      "weaveThreads.refreshCount": async (...given: unknown[]) => {
        const count = countOf(given);
        if (count !== undefined) await refresh(count);
      },
      "weaveThreads.copyCount": async (...given: unknown[]) => {
        const count = countOf(given);
        if (count === undefined) return;
        const load = shownValue(count.load) === null ? await saved.refreshOne(count.saved.id) : count.load;
        const value = load && shownValue(load);
        if (value === null) return told(count, load);
        const text = countText(value, count.saved.conditions, formats);
        await copyText(String(value.count), l10n.t("Count copied: {0}", text));
      },
      "weaveThreads.copySavedCountLink": async (...given: unknown[]) => {
        const count = countOf(given);
        if (count !== undefined) await app.copyCountLink(count.saved.conditions);
      },
      "weaveThreads.renameCount": async (...given: unknown[]) => {
        const count = countOf(given);
        if (count === undefined) return;
        const { id, name } = count.saved;
        const others = saved.list().flatMap((other) => (other.id === id ? [] : other.name));
        const chosen = await askOtherName(name, others);
        if (chosen === undefined || (await saved.rename(id, chosen))) return;
        window.showInformationMessage(l10n.t("The saved count “{0}” no longer exists.", plainText(name)));
      },
      "weaveThreads.editCount": async (...given: unknown[]) => {
        const count = countOf(given);
        if (count !== undefined) await app.countCalls(count.saved.conditions, count.saved);
      },
      "weaveThreads.deleteCount": async (...given: unknown[]) => {
        const count = countOf(given);
        const removed = count && (await saved.remove(count.saved.id));
        if (!removed) return;
        const undo = l10n.t("Undo");
        const name = plainText(removed.removed.entry.name);
        const chosen = await window.showInformationMessage(l10n.t("Deleted saved count “{0}”.", name), undo);
        if (chosen === undo) await saved.restore(removed);
      },
      "weaveThreads.moveCountUp": async (...given: unknown[]) => {
        const count = countOf(given);
        if (count !== undefined) await saved.shift(count.saved.id, -1);
      },
      "weaveThreads.moveCountDown": async (...given: unknown[]) => {
        const count = countOf(given);
        if (count !== undefined) await saved.shift(count.saved.id, 1);
      },
      "weaveThreads.showCountInStatusBar": async (...given: unknown[]) => {
        const count = countOf(given);
        if (count !== undefined) await saved.showInStatusBar(count.saved.id);
      },
      "weaveThreads.showProjectCountInStatusBar": () => saved.showInStatusBar(null),
    },
    log,
  );
  return [view, ...registered];
}

/** Asks for a new name; undefined if unchanged or canceled. */
async function askOtherName(name: string, others: readonly string[]): Promise<string | undefined> {
  const result = await askText({
    title: l10n.t("Rename Count"),
    prompt: l10n.t("New name"),
    value: name,
    validate: countNameProblemText,
    echo: (value) => countNameNoteText(value, others),
  });
  return result.kind === "accepted" && result.value.trim() !== name ? result.value : undefined;
}
