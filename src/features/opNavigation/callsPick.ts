import * as l10n from "@vscode/l10n";
import { allCalls } from "../../core/counts/callCondition.ts";
import { callItem, noCallsText } from "../../core/opNavigation/opText.ts";
import { queryCalls } from "../../core/port/operations.ts";
import type { ProjectClient } from "../../core/port/projectClient.ts";
import { type Call, opName } from "../../core/query/call.ts";
import { opRef } from "../../core/query/opRef.ts";
import type { Formats } from "../../core/text/format.ts";
import { labelText, plainText } from "../../core/text/visibleText.ts";
import { type ActionItem, askFillingPick } from "../../vscode/ui/fillingPick.ts";
import type { App } from "../app.ts";

const mostCalls = 50;

/** Shows the latest calls of an op as they arrive; opens the selected one in its conversation, or its output. */
export async function pickCall(op: string, target: ProjectClient, formats: Formats, app: App): Promise<void> {
  const name = opName(op);
  const shown = labelText(plainText(name));
  const count: ActionItem<() => Promise<void>> = {
    label: `$(graph) ${l10n.t("Count Calls to {0}…", shown)}`,
    alwaysShow: true,
    value: () => {
      const values = [opRef(name, target.project) ?? name];
      return app.countCalls({ ...allCalls, conditions: [{ kind: "list", field: "opNames", values }] });
    },
  };
  const result = await askFillingPick({
    title: l10n.t("Calls to {0} in {1}", shown, labelText(plainText(target.project))),
    placeholder: l10n.t("Select a call to open its conversation"),
    items: [count],
    fill: async (pick, signal) => {
      const calls = await latestCalls(op, target, signal);
      const items = calls.map((call) => ({ ...callItem(call, formats), value: () => app.openCall(call) }));
      pick.items = [count, ...(items.length > 0 ? items : [{ label: noCallsText(shown), alwaysShow: true }])];
      pick.activeItems = items.slice(0, 1);
    },
  });
  if (result.kind === "accepted") await result.value();
}

/**
 * The latest calls of an op, of any version. If there are none, those with its bare name, which calls have
 * that were not made through a published op. Rejects with a `ServiceError`, or the signal's reason.
 */
async function latestCalls(
  op: string,
  { service, project }: ProjectClient,
  signal: AbortSignal,
): Promise<readonly Call[]> {
  const calls: Call[] = [];
  for (const name of new Set([opRef(op, project) ?? op, op])) {
    const sort = [{ field: "started_at", direction: "desc" }] as const;
    const query = { project, filter: { opNames: [name] }, sort, limit: mostCalls };
    for await (const batch of service.rows(queryCalls, query, signal)) calls.push(...batch);
    if (calls.length > 0) break;
  }
  return calls;
}
