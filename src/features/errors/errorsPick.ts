import * as l10n from "@vscode/l10n";
import { Loader } from "../../core/async/loader.ts";
import { faultOf, shownValue } from "../../core/async/loadState.ts";
import { errorRows } from "../../core/errors/errorRow.ts";
import { errorItem, errorName, noErrorsText, pickTitle } from "../../core/errors/errorText.ts";
import type { ErrorGroup } from "../../core/errors/failureGroups.ts";
import { callsOfError, type FoundErrors, findErrors } from "../../core/errors/foundErrors.ts";
import { ServiceError } from "../../core/failures/fault.ts";
import { faultText } from "../../core/failures/faultText.ts";
import { windowText } from "../../core/input/rangeText.ts";
import { resolveRange } from "../../core/input/timeRange.ts";
import { labelText } from "../../core/text/visibleText.ts";
import { tellNotReady } from "../../vscode/ui/commands.ts";
import { askFillingPick, type FillingPick } from "../../vscode/ui/fillingPick.ts";
import type { FeatureParts } from "../app.ts";

/** Lists the errors of the thread list's filter as they are found, and shows the calls of the selected one. */
export async function showErrors(parts: FeatureParts): Promise<void> {
  const { app, threads, sessions, formats } = parts;
  const { target } = threads;
  if (target === null) return tellNotReady(sessions.session);
  const { filter } = threads.selection;
  const asOf = Date.now();
  const range = windowText(filter.time, resolveRange(filter.time, asOf), formats);
  const title = (found: FoundErrors | null) => pickTitle(target.project, found, range, formats);
  const loader = new Loader<FoundErrors>(Date.now);
  const loading = loader.run((signal, show) => findErrors(target, { filter, asOf }, show, signal));
  const fill: FillingPick<ErrorGroup>["fill"] = async (pick, signal) => {
    const draw = () => {
      const found = shownValue(loader.load);
      if (found === null || signal.aborted) return;
      // The shares are shown together: every change of the items moves the selection.
      if (found.counting && found.ops.size > 0) return;
      pick.title = title(found);
      const fault = faultOf(loader.load) ?? found.countFault;
      const items = errorItems(found, parts);
      const [active] = pick.activeItems;
      // An item that the user has moved to; VS Code selects the first one, also of those that match what was typed.
      const chosen = active === pick.items[0] || pick.value !== "" ? undefined : active?.value;
      const none = found.read === 0 && found.reach === "all" ? [{ label: noErrorsText(), alwaysShow: true }] : [];
      const notes = fault === null ? [] : [{ label: `$(warning) ${labelText(faultText(fault))}`, alwaysShow: true }];
      pick.items = [...items, ...none, ...notes];
      const kept = items.filter(({ value: { op, type } }) => op === chosen?.op && type === chosen.type);
      if (kept.length > 0) pick.activeItems = kept;
    };
    const subscription = loader.subscribe(draw);
    signal.addEventListener("abort", () => subscription.dispose());
    draw();
    const load = await loading;
    if (load?.kind === "failed") throw new ServiceError(load.fault);
  };
  const placeholder = l10n.t("Select an error to show its calls");
  try {
    const picked = await askFillingPick({ title: title(null), placeholder, sessions, fill });
    if (picked.kind !== "accepted") return;
    await app.showCalls(callsOfError(picked.value, filter), errorName(picked.value));
  } finally {
    loader.reset();
  }
}

function errorItems(found: FoundErrors, { formats }: FeatureParts) {
  const rows = errorRows(found);
  const now = Date.now();
  return found.groups.flatMap((value, at) => {
    const row = rows[at];
    return row === undefined ? [] : [{ ...errorItem(row, found, formats, now), value }];
  });
}
