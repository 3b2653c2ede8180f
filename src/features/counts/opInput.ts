import * as l10n from "@vscode/l10n";
import { window } from "vscode";
import type { CallConditions } from "../../core/counts/callCondition.ts";
import { chosenOps, type OpItem, type OpOrigin, opItems, opsOfCounts } from "../../core/counts/opRows.ts";
import { formatIds } from "../../core/input/idList.ts";
import { opRef } from "../../core/query/opRef.ts";
import type { ProjectId } from "../../core/query/projectId.ts";
import { inBackground } from "../../vscode/ui/commands.ts";
import { place, type StepHeading, type StepResult, settle } from "../../vscode/ui/quickInput.ts";
import { Throttle } from "../../vscode/ui/throttle.ts";
import type { CountsParts } from "./register.ts";

/** Calls `found` with ops to suggest, at once with those that are known, until the signal aborts. */
export type SuggestOps = (found: (op: string, origin: OpOrigin) => void, signal: AbortSignal) => void;

/** Ops of the earlier counts of a project and of loaded turns, and those defined in the workspace. Sends no request. */
export function opSuggestions(
  { saved, turns, app, log }: Pick<CountsParts, "saved" | "turns" | "app" | "log">,
  project: ProjectId,
  recent: readonly CallConditions[],
): SuggestOps {
  return (found, signal) => {
    const counts = [...recent, ...saved.list().map(({ conditions }) => conditions)];
    for (const op of opsOfCounts(counts)) found(op, "count");
    for (const op of turns.ops) found(op, "turn");
    const defined = (ops: readonly string[], file: string) => {
      for (const op of ops) found(opRef(op, project) ?? op, { file });
    };
    inBackground(app.findOps(defined, signal), log);
  };
}

/** Milliseconds between two updates of the suggestions. */
const updateInterval = 300;

/**
 * Asks for ops, with suggestions that are added as they are found. Names become refs of any version unless entered as
 * exact names; an empty input returns an empty list.
 */
export function askOps(
  heading: StepHeading,
  current: readonly string[],
  project: ProjectId,
  suggest: SuggestOps,
): Promise<StepResult<readonly string[]>> {
  const pick = window.createQuickPick<OpItem>();
  const known = new Map<string, OpOrigin>();
  const controller = new AbortController();
  place(pick, heading);
  pick.placeholder = l10n.t("Op names (such as predict) or refs, separated by commas");
  pick.value = formatIds(current);
  const show = () => {
    pick.items = opItems(pick.value, project, current.length > 0, known);
  };
  // VS Code selects the first item of new items, and shows it.
  const add = new Throttle(() => {
    const [active] = pick.activeItems;
    const isFirst = active === undefined || active === pick.items[0];
    pick.keepScrollPosition = true;
    show();
    const again = pick.items.find(({ form, op }) => form === active?.form && op === active.op);
    if (!isFirst && again !== undefined) pick.activeItems = [again];
  }, updateInterval);
  const found = (op: string, origin: OpOrigin) => {
    if (known.has(op) || controller.signal.aborted) return;
    known.set(op, origin);
    add.call();
  };
  show();
  suggest(found, controller.signal);
  return settle(pick, (finish) => [
    { dispose: () => controller.abort() },
    add,
    pick.onDidChangeValue(() => {
      pick.keepScrollPosition = false;
      show();
    }),
    pick.onDidAccept(() => {
      const values = chosenOps(pick.selectedItems[0], pick.value, project);
      if (values !== undefined) finish(values);
      else if (pick.value.trim() === "" && current.length > 0) finish([]);
    }),
  ]);
}
