import * as l10n from "@vscode/l10n";
import { commands, type Disposable, window } from "vscode";
import { type LoadState, shownValue } from "../../core/async/loadState.ts";
import type { CallCount } from "../../core/counts/callQuery.ts";
import { countText } from "../../core/counts/conditionText.ts";
import type { ShownCount } from "../../core/counts/watchedCounts.ts";
import { labelText, plainText } from "../../core/text/visibleText.ts";
import { inBackground, registerCommands } from "../../vscode/ui/commands.ts";
import { copyText } from "../../vscode/ui/copyText.ts";
import { showFault } from "../../vscode/ui/faultNotice.ts";
import { isFromRow, tellRowIsGone } from "../../vscode/ui/menuRow.ts";
import { askOtherName, pickCount } from "./countDialogs.ts";
import { SavedCountView, type SavedCountViewParts } from "./savedCountView.ts";

const noticeMs = 5000;

/** The view of saved counts and its commands. */
export function registerSavedCounts(parts: SavedCountViewParts): Disposable[] {
  const { saved, formats, log } = parts;
  const view = new SavedCountView(parts);

  /** The count of a menu's row; from the Command Palette, a picked one. */
  const countOf = async (given: readonly unknown[], title: string): Promise<ShownCount | undefined> => {
    if (!isFromRow(given)) return pickCount(title, saved, view.selectedId, formats);
    const id = countIdOf(given[0]);
    const count = saved.shown.find((shown) => shown.saved.id === id);
    if (count === undefined) tellRowIsGone();
    return count;
  };
  /** Shows the value or the failure of a count. */
  const told = async ({ saved: { id, name, conditions } }: ShownCount, load: LoadState<CallCount> | null) => {
    if (load?.kind === "failed" || load?.kind === "stale") {
      const retry = () => commands.executeCommand("weaveThreads.refreshCount", { id });
      inBackground(showFault(load.fault, { asked: "count", savedId: id, retry }), log);
    }
    if (load?.kind !== "shown") return;
    const text = countText(load.value, conditions, formats);
    window.setStatusBarMessage(`${labelText(plainText(name))}: ${text}`, noticeMs);
  };

  const registered = registerCommands(
    {
      "weaveThreads.refreshCount": async (...given: unknown[]) => {
        const count = await countOf(given, l10n.t("Refresh Count"));
        if (count === undefined) return;
        const load = await saved.refreshOne(count.saved.id);
        if (!view.visible) await told(count, load);
      },
      "weaveThreads.copyCount": async (...given: unknown[]) => {
        const count = await countOf(given, l10n.t("Copy Count"));
        if (count === undefined) return;
        const load = shownValue(count.load) === null ? await saved.refreshOne(count.saved.id) : count.load;
        const value = load && shownValue(load);
        if (value === null) return told(count, load);
        const text = countText(value, count.saved.conditions, formats);
        await copyText(String(value.count), l10n.t("Count copied: {0}", text));
      },
      "weaveThreads.copySavedCountLink": async (...given: unknown[]) => {
        const count = await countOf(given, l10n.t("Copy VS Code Link to Count"));
        if (count === undefined) return;
        await commands.executeCommand("weaveThreads.copyCountLink", { conditions: count.saved.conditions });
      },
      "weaveThreads.renameCount": async (...given: unknown[]) => {
        const count = await countOf(given, l10n.t("Rename Count"));
        if (count === undefined) return;
        const { id, name } = count.saved;
        const others = saved.list().flatMap((other) => (other.id === id ? [] : other.name));
        const chosen = await askOtherName(name, others);
        if (chosen === undefined || (await saved.rename(id, chosen))) return;
        window.showInformationMessage(l10n.t("The saved count “{0}” no longer exists.", plainText(name)));
      },
      "weaveThreads.editCount": async (...given: unknown[]) => {
        const count = await countOf(given, l10n.t("Edit Count"));
        if (count === undefined) return;
        const { id, name, conditions } = count.saved;
        await commands.executeCommand("weaveThreads.countCalls", { conditions, save: { id, name } });
      },
      "weaveThreads.deleteCount": async (...given: unknown[]) => {
        const count = await countOf(given, l10n.t("Delete Count"));
        const removed = count && (await saved.remove(count.saved.id));
        if (!removed) return;
        const undo = l10n.t("Undo");
        const name = plainText(removed.removed.entry.name);
        const chosen = await window.showInformationMessage(l10n.t("Deleted saved count “{0}”.", name), undo);
        if (chosen === undo) await saved.restore(removed);
      },
      "weaveThreads.moveCountUp": async (...given: unknown[]) => {
        const count = await countOf(given, l10n.t("Move Count Up"));
        if (count !== undefined) await saved.shift(count.saved.id, -1);
      },
      "weaveThreads.moveCountDown": async (...given: unknown[]) => {
        const count = await countOf(given, l10n.t("Move Count Down"));
        if (count !== undefined) await saved.shift(count.saved.id, 1);
      },
      "weaveThreads.showCountInStatusBar": async (...given: unknown[]) => {
        const count = await countOf(given, l10n.t("Show Count in Status Bar"));
        if (count !== undefined) await saved.showInStatusBar(count.saved.id);
      },
      "weaveThreads.showProjectCountInStatusBar": () => saved.showInStatusBar(null),
    },
    log,
  );
  return [view, ...registered];
}

/** Reads the row that a menu passes. */
function countIdOf(row: unknown): string | undefined {
  if (typeof row !== "object" || row === null || !("id" in row)) return undefined;
  return typeof row.id === "string" ? row.id : undefined;
}
