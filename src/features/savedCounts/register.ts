import * as l10n from "@vscode/l10n";
import { window } from "vscode";
import { menuArgument } from "../../core/conversations/menuArgument.ts";
import { allCalls } from "../../core/counts/callCondition.ts";
import { countName } from "../../core/counts/countName.ts";
import type { SavedCount } from "../../core/counts/savedCount.ts";
import type { ShownCount } from "../../core/counts/watchedCounts.ts";
import { textIn } from "../../core/text/json.ts";
import { plainText } from "../../core/text/visibleText.ts";
import { isFromRow, registerSessionCommands, showNotReady, showRowIsGone } from "../../vscode/ui/commands.ts";
import type { App, Feature, Parts } from "../app.ts";
import { SavedCountView } from "./savedCountView.ts";
import { watchThresholds } from "./thresholds.ts";

export type SavedCountsParts = Parts<
  | "app"
  | "saved"
  | "calls"
  | "standing"
  | "following"
  | "sessions"
  | "preferences"
  | "privacy"
  | "target"
  | "formats"
  | "log"
>;

/** The saved count of a row; undefined for a temporary one. */
function stored({ saved, isTemporary }: ShownCount): SavedCount | undefined {
  return isTemporary ? undefined : saved;
}

/** The view of counts and its commands. */
export function registerSavedCounts(parts: SavedCountsParts): Feature<"showCalls"> {
  const { app, saved, calls, sessions, formats } = parts;
  const view = new SavedCountView(parts);

  /** A command on the count of a menu's row; from a keyboard shortcut, on the selected one. */
  const onCount =
    (run: (count: ShownCount) => Promise<void>) =>
    async (...given: unknown[]) => {
      const id = isFromRow(given) ? textIn(given[0], "id") : view.selectedId;
      const count = saved.all.find((shown) => shown.saved.id === id);
      if (count !== undefined) await run(count);
      else if (id === undefined) window.showInformationMessage(l10n.t("Select a count in the Counts view first."));
      else showRowIsGone();
    };
  /** A command on a count that is stored. `run` resolves to false if another window has removed it. */
  const onStored = (run: (count: SavedCount) => Promise<boolean>) =>
    onCount(async ({ saved: count, isTemporary }) => {
      if (isTemporary) window.showInformationMessage(l10n.t("Save the count first."));
      else if (!(await run(count)))
        window.showInformationMessage(l10n.t("The saved count “{0}” no longer exists.", plainText(count.name)));
    });
  const edit = (count: ShownCount) => app.countCalls(count.saved.conditions, stored(count));
  const loaded = { ...parts, edit, isShown: () => view.visible };
  const load = () => import("./countCommands.ts");

  const showCalls: App["showCalls"] = async (conditions, name) => {
    if (parts.target() === null) return showNotReady(sessions.session);
    await view.expand(saved.show(conditions, name ?? countName(conditions, formats)));
  };

  /** A command on the calls of a count. */
  const onCalls = (given: unknown, run: (countId: string) => void) => {
    const id = textIn(given, "countId");
    if (id === undefined) showRowIsGone();
    else run(id);
  };
  let lastOpened: string | null = null;
  /** Opens the call of a row, which keeps the focus; if it was opened last, the focus moves there. */
  const openCall = async (given: unknown) => {
    const { callId: id, op, conversation = null, turnId = null } = menuArgument(given);
    if (id === undefined || op === undefined) return showRowIsGone();
    const isAgain = id === lastOpened;
    lastOpened = id;
    await app.openCall({ id, op, conversation, turnId }, { preserveFocus: !isAgain });
  };

  const registered = registerSessionCommands(parts, {
    "weaveThreads.refreshCount": onCount(async (count) => (await load()).refreshCount(count, loaded)),
    "weaveThreads.copyCount": onCount(async (count) => (await load()).copyCount(count, loaded)),
    "weaveThreads.copySavedCountLink": onCount(({ saved: { conditions } }) => app.copyCountLink(conditions)),
    "weaveThreads.copyCallIds": onCount((count) => app.copyCallIds(count.saved.conditions, stored(count))),
    "weaveThreads.exportCalls": onCount((count) => app.exportCalls(count.saved.conditions, stored(count))),
    "weaveThreads.renameCount": onStored(async (count) => (await load()).renameCount(count, loaded)),
    "weaveThreads.setThreshold": onStored(async (count) => (await load()).changeThreshold(count, loaded)),
    "weaveThreads.editCount": onCount(edit),
    "weaveThreads.openCountAsFile": onCount(({ saved: { conditions } }) => app.newCountFile(conditions)),
    "weaveThreads.deleteCount": onCount(async (count) => (await load()).deleteCount(count, loaded)),
    "weaveThreads.showCalls": async (...given: unknown[]) => {
      if (isFromRow(given)) return onCount((count) => view.expand(count.saved.id))(...given);
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
  });
  return { showCalls, subscriptions: [view, watchThresholds(parts), ...registered] };
}
