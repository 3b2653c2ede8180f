import * as l10n from "@vscode/l10n";
import { type QuickPick, type QuickPickItem, window } from "vscode";
import type { Call } from "../../core/calls/call.ts";
import { opName } from "../../core/calls/opName.ts";
import { allCalls } from "../../core/counts/callCondition.ts";
import { opRef } from "../../core/counts/opRef.ts";
import { latestCalls } from "../../core/opNavigation/opCalls.ts";
import { callItem, noCallsText } from "../../core/opNavigation/opText.ts";
import type { ProjectClient } from "../../core/projectClient.ts";
import type { Formats } from "../../core/text/format.ts";
import { labelText, plainText } from "../../core/text/visibleText.ts";
import { settle } from "../../vscode/ui/quickInput.ts";
import type { App } from "../app.ts";

const mostCalls = 50;
type Choice = QuickPickItem & { readonly choice: Call | "count" | "nothing" };

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
    choice: "count",
    alwaysShow: true,
  };
  pick.items = [count];
  const result = await settle<Promise<Choice["choice"]>>(pick, (finish) => {
    const fill = async () => {
      const calls = await latestCalls(op, mostCalls, target, controller.signal);
      show(pick, [count, ...callItems(calls, shown, formats)]);
    };
    fill().catch((error: unknown) => {
      if (!controller.signal.aborted) finish(Promise.reject(error));
    });
    return [
      { dispose: () => controller.abort() },
      pick.onDidAccept(() => {
        const choice = pick.selectedItems[0]?.choice ?? "nothing";
        if (choice !== "nothing") finish(Promise.resolve(choice));
      }),
    ];
  });
  if (result.kind === "accepted") await take(await result.value, name, target, app);
}

/** Adds the calls; the active item stays if the user has moved to it. */
function show(pick: QuickPick<Choice>, items: readonly Choice[]): void {
  pick.busy = false;
  pick.items = items;
  const [, first] = items;
  if (first !== undefined && first.choice !== "nothing") pick.activeItems = [first];
}

async function take(choice: Choice["choice"], name: string, { project }: ProjectClient, app: App): Promise<void> {
  if (choice === "nothing") return;
  if (choice === "count") {
    const values = [opRef(name, project) ?? name];
    await app.countCalls({ ...allCalls, conditions: [{ kind: "list", field: "opNames", values }] });
  } else if (choice.threadId === null) {
    const { id: callId, op } = choice;
    await app.openDocument({ callId, document: "output", op });
  } else {
    const { threadId, turnId } = choice;
    await app.openConversation({ threadId, ...(turnId !== null && { turnId }) });
  }
}

function callItems(calls: readonly Call[], shown: string, formats: Formats): readonly Choice[] {
  if (calls.length === 0) {
    return [{ label: noCallsText(shown), choice: "nothing", alwaysShow: true }];
  }
  return calls.map((call) => ({ ...callItem(call, formats), choice: call }));
}
