import * as l10n from "@vscode/l10n";
import { type QuickPickItem, window } from "vscode";
import { type Call, opName } from "../../core/calls/call.ts";
import { allCalls } from "../../core/counts/callCondition.ts";
import { opRef } from "../../core/counts/opRef.ts";
import { callItem, noCallsText } from "../../core/opNavigation/opText.ts";
import type { ProjectClient } from "../../core/projectClient.ts";
import type { Formats } from "../../core/text/format.ts";
import { labelText, plainText } from "../../core/text/visibleText.ts";
import { settle } from "../../vscode/ui/quickInput.ts";
import type { App } from "../app.ts";

const mostCalls = 50;

interface Choice extends QuickPickItem {
  /** Undefined for a note. */
  readonly open?: () => Promise<void>;
}

/** Shows the latest calls of an op as they arrive; opens the selected one in its conversation, or its output. */
export async function pickCall(op: string, target: ProjectClient, formats: Formats, app: App): Promise<void> {
  const name = opName(op);
  const shown = labelText(plainText(name));
  const pick = window.createQuickPick<Choice>();
  const controller = new AbortController();
  pick.title = l10n.t("Calls to {0} in {1}", shown, labelText(plainText(target.project)));
  pick.placeholder = l10n.t("Select a call to open its conversation");
  pick.matchOnDescription = true;
  pick.busy = true;
  const count: Choice = {
    label: `$(graph) ${l10n.t("Count Calls to {0}…", shown)}`,
    alwaysShow: true,
    open: () => {
      const values = [opRef(name, target.project) ?? name];
      return app.countCalls({ ...allCalls, conditions: [{ kind: "list", field: "opNames", values }] });
    },
  };
  pick.items = [count];
  const result = await settle<NonNullable<Choice["open"]>>(pick, (finish) => {
    latestCalls(op, target, controller.signal).then(
      (calls) => {
        const items = calls.map((call) => ({ ...callItem(call, formats), open: () => openCall(call, app) }));
        pick.busy = false;
        pick.items = [count, ...(items.length > 0 ? items : [{ label: noCallsText(shown), alwaysShow: true }])];
        pick.activeItems = items.slice(0, 1);
      },
      (error: unknown) => finish(() => Promise.reject(error)),
    );
    return [
      { dispose: () => controller.abort() },
      pick.onDidAccept(() => {
        const open = pick.selectedItems[0]?.open;
        if (open !== undefined) finish(open);
      }),
    ];
  });
  if (result.kind === "accepted") await result.value();
}

function openCall({ id: callId, op, threadId, turnId }: Call, app: App): Promise<void> {
  return threadId === null
    ? app.openDocument({ callId, document: "output", op })
    : app.openConversation({ threadId, ...(turnId !== null && { turnId }) });
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
    for await (const batch of service.queryCalls(query, signal)) calls.push(...batch);
    if (calls.length > 0) break;
  }
  return calls;
}
