import * as l10n from "@vscode/l10n";
import { type QuickPickItem, type Uri, window } from "vscode";
import { callById } from "../../core/calls/callById.ts";
import { menuArgument } from "../../core/conversations/menuArgument.ts";
import { allCalls } from "../../core/counts/callCondition.ts";
import { readConditions } from "../../core/counts/countSchemas.ts";
import { definitionAt, publishedName } from "../../core/opNavigation/opDefinition.ts";
import { opRef } from "../../core/query/opRef.ts";
import { memberOf, textIn } from "../../core/text/json.ts";
import { labelText, visibleText } from "../../core/text/visibleText.ts";
import { configuredCodeLens, openSetting, writeSetting } from "../../vscode/storage/settings.ts";
import { showNotReady, showRowIsGone } from "../../vscode/ui/commands.ts";
import { withLateProgress } from "../../vscode/ui/progress.ts";
import { askPick } from "../../vscode/ui/quickInput.ts";
import { pickCall } from "./callsPick.ts";
import { documentOps } from "./documentOps.ts";
import { goToCode } from "./goToCode.ts";
import type { OpNavigationParts } from "./register.ts";
import { opLanguageIds } from "./register.ts";

/** Goes from an op, or from a call, to its definition. The menu of a page gives a call, or a turn, that may have no op. */
export async function goToOpCode(given: unknown, { sessions, target, formats }: OpNavigationParts): Promise<void> {
  const { op, turnId, callId = turnId } = menuArgument(given);
  if (op !== undefined) return goToCode(op, formats);
  if (callId === undefined) return showRowIsGone();
  const client = target();
  if (client === null) return showNotReady(sessions.session);
  const loading = l10n.t("Loading the op of the call…");
  const call = await withLateProgress(loading, (signal) => callById(callId, client, signal));
  if (call !== undefined) return goToCode(call.op, formats);
  window.showInformationMessage(l10n.t("This call no longer exists."));
}

/** Shows the calls of an op: those of its numbers, or the latest of the given one, otherwise of the one at the cursor. */
export async function showOpCalls(
  given: unknown,
  { sessions, target, formats, app }: OpNavigationParts,
): Promise<void> {
  const client = target();
  if (client === null) return showNotReady(sessions.session);
  const conditions = readConditions(memberOf(given, "conditions"));
  if (conditions !== undefined) return app.showCalls(conditions, textIn(given, "name"));
  const op = menuArgument(given).op ?? (await opAtCursor());
  if (op !== undefined) await pickCall(op, client, formats, app);
}

/** Opens the box for counting calls with those of an op, as above. */
export async function countOpCalls(given: unknown, { sessions, target, app }: OpNavigationParts): Promise<void> {
  const client = target();
  if (client === null) return showNotReady(sessions.session);
  const conditions = readConditions(memberOf(given, "conditions"));
  if (conditions !== undefined) return app.countCalls(conditions);
  const op = menuArgument(given).op ?? (await opAtCursor());
  if (op === undefined) return;
  const values = [opRef(publishedName(op), client.project) ?? op];
  await app.countCalls({ ...allCalls, conditions: [{ kind: "list", field: "opNames", values }] });
}

/** Shows numbers above ops from now on. */
export async function showNumbers(file: Uri | undefined): Promise<void> {
  await writeSetting("weaveThreads.codeLens", "counts");
  if (file === undefined || configuredCodeLens(file).mode === "counts") return;
  const open = l10n.t("Open Setting");
  const text = l10n.t(
    "Numbers are not shown above ops: the workspace sets weaveThreads.codeLens, or is in Restricted Mode.",
  );
  if ((await window.showInformationMessage(text, open)) === open) await openSetting("weaveThreads.codeLens");
}

/** The op at the cursor, otherwise one of the file by choice; undefined, with a message, if there is none. */
async function opAtCursor(): Promise<string | undefined> {
  const { document, selection } = window.activeTextEditor ?? {};
  const definitions =
    document !== undefined && opLanguageIds.includes(document.languageId) ? documentOps(document) : [];
  if (document === undefined || selection === undefined || definitions.length === 0) {
    window.showInformationMessage(
      l10n.t("Open a Python, TypeScript or JavaScript file that defines an op, and place the cursor in its function."),
    );
    return undefined;
  }
  const here = definitionAt(definitions, document.offsetAt(selection.active));
  if (here !== undefined) return here.names[0];
  const items = definitions.map(({ names: [op], start }): QuickPickItem & { readonly op: string } => ({
    label: labelText(visibleText(op)),
    description: l10n.t("line {0}", document.positionAt(start).line + 1),
    op,
  }));
  const chosen = await askPick({ title: l10n.t("Show Op Calls"), placeholder: l10n.t("Select an op"), items });
  return chosen.kind === "accepted" ? chosen.value.op : undefined;
}
