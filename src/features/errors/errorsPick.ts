import * as l10n from "@vscode/l10n";
import { Loader } from "../../core/async/loader.ts";
import { faultOf, shownValue } from "../../core/async/loadState.ts";
import { errorRows } from "../../core/errors/errorRow.ts";
import { agentErrorItem, errorItem, errorName, noErrorsText, pickTitle } from "../../core/errors/errorText.ts";
import type { ErrorGroup } from "../../core/errors/failureGroups.ts";
import {
  type BothErrors,
  callsOfError,
  conversationsOfError,
  type FoundErrors,
  findBothErrors,
} from "../../core/errors/foundErrors.ts";
import { ServiceError } from "../../core/failures/fault.ts";
import { faultText } from "../../core/failures/faultText.ts";
import { windowText } from "../../core/input/rangeText.ts";
import { resolveRange } from "../../core/input/timeRange.ts";
import type { AgentErrors } from "../../core/query/agentQueries.ts";
import { labelText } from "../../core/text/visibleText.ts";
import { showNotReady } from "../../vscode/ui/commands.ts";
import { askFillingPick, type FillingPick } from "../../vscode/ui/fillingPick.ts";
import type { ErrorsParts } from "./register.ts";

/** Lists the errors of the list's filter as they are found, and shows the calls or the conversations of the selected one. */
export async function showErrors(parts: ErrorsParts): Promise<void> {
  const { app, threads, sessions, formats } = parts;
  const { target } = threads;
  if (target === null) return showNotReady(sessions.session);
  const { filter } = threads.selection;
  const asOf = Date.now();
  const range = windowText(filter.time, resolveRange(filter.time, asOf), formats);
  const title = (found: FoundErrors | null) => pickTitle(target.project, found, range, formats);
  const loader = new Loader<BothErrors>(Date.now);
  const loading = loader.run((signal, show) => findBothErrors(target, { filter, asOf }, show, signal));
  const fill: FillingPick<ErrorGroup | AgentErrors>["fill"] = async (pick, signal) => {
    let drawn = "";
    const draw = () => {
      const both = shownValue(loader.load);
      if (both === null || signal.aborted) return;
      const { calls: found, agents, agentFault } = both;
      const fault = faultOf(loader.load) ?? agentFault ?? found.countFault;
      // The shares are shown together: every change of the items moves the selection.
      if (found.counting && found.ops.size > 0) return;
      pick.title = title(found);
      const items = errorItems(both, parts);
      const [active] = pick.activeItems;
      // An item that the user has moved to; VS Code selects the first one, also of those that match what was typed.
      const chosen = active === pick.items[0] || pick.value !== "" ? undefined : active?.value;
      const hasNone = found.read === 0 && found.reach === "all" && agents?.length === 0;
      const none = hasNone ? [{ label: noErrorsText(), alwaysShow: true }] : [];
      const notes = fault === null ? [] : [{ label: `$(warning) ${labelText(faultText(fault))}`, alwaysShow: true }];
      const rows = [...items, ...none, ...notes];
      const texts = JSON.stringify(rows.map((row) => ({ ...row, value: null })));
      // Items that are replaced at once by equal ones lose the selection.
      if (texts === drawn) return;
      drawn = texts;
      pick.items = rows;
      const kept = items.filter(({ value }) => chosen !== undefined && nameOf(value) === nameOf(chosen));
      if (kept.length > 0) pick.activeItems = kept;
    };
    const subscription = loader.subscribe(draw);
    signal.addEventListener("abort", () => subscription.dispose());
    draw();
    const load = await loading;
    if (load?.kind === "failed") throw new ServiceError(load.fault);
  };
  const placeholder = l10n.t("Select an error to show its calls or conversations");
  try {
    const picked = await askFillingPick({ title: title(null), placeholder, sessions, fill });
    if (picked.kind !== "accepted") return;
    const { value } = picked;
    if ("spans" in value) await app.filterThreads(conversationsOfError(value, filter), true);
    else await app.showCalls(callsOfError(value, filter), errorName(value));
  } finally {
    loader.reset();
  }
}

function errorItems({ calls, agents }: BothErrors, { formats }: ErrorsParts) {
  const rows = errorRows(calls);
  const now = Date.now();
  return [
    ...calls.groups.flatMap((value, at) => {
      const row = rows[at];
      return row === undefined ? [] : [{ ...errorItem(row, calls, formats, now), value }];
    }),
    ...(agents ?? []).map((value) => ({ ...agentErrorItem(value, formats, now), value })),
  ];
}

function nameOf(error: ErrorGroup | AgentErrors): string {
  return JSON.stringify("spans" in error ? [error.operation, error.tool, error.type] : [error.op, error.type, ""]);
}
