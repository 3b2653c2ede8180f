import * as l10n from "@vscode/l10n";
import { window } from "vscode";
import { type LoadState, shownValue } from "../../core/async/loadState.ts";
import { allCalls } from "../../core/counts/callCondition.ts";
import type { CallCount } from "../../core/counts/callQuery.ts";
import { conditionsText, countText } from "../../core/counts/conditionText.ts";
import type { SavedCount } from "../../core/counts/savedCount.ts";
import type { ShownCount } from "../../core/counts/watchedCounts.ts";
import { textIn } from "../../core/json.ts";
import { labelText, plainText } from "../../core/text/visibleText.ts";
import { menuArgument } from "../../core/threads/menuArgument.ts";
import { inBackground, isFromRow, registerCommands, tellNotReady, tellRowIsGone } from "../../vscode/ui/commands.ts";
import { showFault } from "../../vscode/ui/faultNotice.ts";
import { copyText } from "../../vscode/ui/outside.ts";
import type { App, Feature, FeatureParts } from "../app.ts";
import { SavedCountView } from "./savedCountView.ts";
import { watchThresholds } from "./thresholds.ts";

const noticeMs = 5000;

/** The saved count of a row; undefined for a temporary one. */
function stored({ saved, isTemporary }: ShownCount): SavedCount | undefined {
  return isTemporary ? undefined : saved;
}

/** The view of counts and its commands. */
export function registerSavedCounts(parts: FeatureParts): Feature<"showCalls"> {
  const { app, saved, calls, sessions, formats, log } = parts;
  const view = new SavedCountView(parts);

  /** A command on the count of a menu's row; from a keyboard shortcut, on the selected one. */
  const onCount =
    (run: (count: ShownCount) => Promise<void>) =>
    async (...given: unknown[]) => {
      const id = isFromRow(given) ? textIn(given[0], "id") : view.selectedId;
      const count = saved.all.find((shown) => shown.saved.id === id);
      if (count !== undefined) await run(count);
      else if (id === undefined) window.showInformationMessage(l10n.t("Select a count in the Counts view first."));
      else tellRowIsGone();
    };
  /** A command on a count that is stored. `run` resolves to false if another window has removed it. */
  const onStored = (run: (count: SavedCount) => Promise<boolean>) =>
    onCount(async ({ saved: count, isTemporary }) => {
      if (isTemporary) window.showInformationMessage(l10n.t("Save the count first."));
      else if (!(await run(count)))
        window.showInformationMessage(l10n.t("The saved count “{0}” no longer exists.", plainText(count.name)));
    });
  const edit = (count: ShownCount) => app.countCalls(count.saved.conditions, stored(count));
  /** Shows the value or the failure of a count, unless the view does. */
  const told = async (count: ShownCount, load: LoadState<CallCount> | null) => {
    const { id, name, conditions } = count.saved;
    if (view.visible) return;
    if (load?.kind === "failed" || load?.kind === "stale") {
      const retry = async () => {
        const again = saved.all.find((shown) => shown.saved.id === id);
        if (again !== undefined) await refresh(again);
      };
      inBackground(showFault(load.fault, { asked: "count", changeCount: () => edit(count), retry }), log);
    }
    if (load?.kind !== "shown") return;
    const text = countText(load.value, conditions, formats);
    window.setStatusBarMessage(`${labelText(plainText(name))}: ${text}`, noticeMs);
  };

  const refresh = async (count: ShownCount) => {
    calls.outdate([count.saved.id]);
    await told(count, await saved.refreshOne(count.saved.id));
  };

  const showCalls: App["showCalls"] = async (conditions, name) => {
    if (parts.target() === null) return tellNotReady(sessions.session);
    await view.unfold(saved.show(conditions, name ?? conditionsText(conditions, formats)));
  };

  /** A command on the calls of a count. */
  const onCalls = (given: unknown, run: (countId: string) => void) => {
    const id = textIn(given, "countId");
    if (id === undefined) tellRowIsGone();
    else run(id);
  };
  let lastOpened: string | null = null;
  /** Opens the call of a row, which keeps the focus; if it was opened last, the focus moves there. */
  const openCall = async (given: unknown) => {
    const { callId: id, op, threadId = null, turnId = null } = menuArgument(given);
    if (id === undefined || op === undefined) return tellRowIsGone();
    const isAgain = id === lastOpened;
    lastOpened = id;
    await app.openCall({ id, op, threadId, turnId }, { preserveFocus: !isAgain });
  };

  const registered = registerCommands(
    {
      "weaveThreads.refreshCount": onCount(refresh),
      "weaveThreads.copyCount": onCount(async (count) => {
        const load = shownValue(count.load) === null ? await saved.refreshOne(count.saved.id) : count.load;
        const value = load && shownValue(load);
        if (value === null) return told(count, load);
        const text = countText(value, count.saved.conditions, formats);
        await copyText(String(value.count), l10n.t("Count copied: {0}", text));
      }),
      "weaveThreads.copySavedCountLink": onCount(({ saved: { conditions } }) => app.copyCountLink(conditions)),
      "weaveThreads.copyCallIds": onCount((count) => app.copyCallIds(count.saved.conditions, stored(count))),
      "weaveThreads.exportCalls": onCount((count) => app.exportCalls(count.saved.conditions, stored(count))),
      "weaveThreads.renameCount": onStored(async ({ id, name }) => {
        const others = saved.list().flatMap((other) => (other.id === id ? [] : other.name));
        const { askOtherName } = await import("./countInputs.ts");
        const chosen = await askOtherName(name, others);
        return chosen === undefined || saved.rename(id, chosen);
      }),
      "weaveThreads.setThreshold": onStored(async (count) => {
        const { askThreshold } = await import("./countInputs.ts");
        const threshold = await askThreshold(count, formats);
        return threshold === null || saved.setThreshold(count.id, threshold);
      }),
      "weaveThreads.editCount": onCount(edit),
      "weaveThreads.deleteCount": onCount(async (count) => {
        const removed = await saved.remove(count.saved.id);
        if (removed === null) return;
        const undo = l10n.t("Undo");
        const name = plainText(removed.removed.entry.name);
        const chosen = await window.showInformationMessage(l10n.t("Deleted saved count “{0}”.", name), undo);
        if (chosen === undo) await saved.restore(removed);
      }),
      "weaveThreads.showCalls": async (...given: unknown[]) => {
        if (isFromRow(given)) return onCount((count) => view.unfold(count.saved.id))(...given);
        const { conditions, name } = saved.inStatusBar?.saved ?? { conditions: allCalls, name: undefined };
        return showCalls(conditions, name);
      },
      "weaveThreads.loadMoreCalls": (given: unknown) => onCalls(given, (id) => view.loadMore(id)),
      "weaveThreads.retryCalls": (given: unknown) => onCalls(given, (id) => calls.retry(id)),
      "weaveThreads.openCall": openCall,
      "weaveThreads.saveCount": onCount(({ saved: { name, conditions } }) => app.saveCount(name, conditions)),
      "weaveThreads.removeCount": onCount(async (count) => void (await saved.remove(count.saved.id))),
      "weaveThreads.moveCountUp": onCount((count) => saved.shift(count.saved.id, -1)),
      "weaveThreads.moveCountDown": onCount((count) => saved.shift(count.saved.id, 1)),
      "weaveThreads.showCountInStatusBar": onCount((count) => saved.showInStatusBar(count.saved.id)),
      "weaveThreads.showProjectCountInStatusBar": () => saved.showInStatusBar(null),
    },
    log,
    sessions,
  );
  return { showCalls, subscriptions: [view, watchThresholds(parts), ...registered] };
}
