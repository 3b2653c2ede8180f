import * as l10n from "@vscode/l10n";
import { CodeLens, type QuickPickItem, Range, type TextDocument, window } from "vscode";
import { callById } from "../../core/calls/callService.ts";
import { definitionAt, type OpDefinition, opDefinitions } from "../../core/opNavigation/opDefinition.ts";
import { labelText, plainText, visibleText } from "../../core/text/visibleText.ts";
import { menuArgument } from "../../core/threads/menuArgument.ts";
import { tellNotReady, tellRowIsGone } from "../../vscode/ui/commands.ts";
import { withLateProgress } from "../../vscode/ui/progress.ts";
import { askPick } from "../../vscode/ui/quickInput.ts";
import type { FeatureParts } from "../app.ts";
import { pickCall } from "./callsPick.ts";
import { goToCode } from "./goToCode.ts";
import { opLanguageIds } from "./register.ts";

/** Goes from an op, or from a call, to its definition. The menu of a page gives a call, or a turn, that may have no op. */
export async function goToOpCode(given: unknown, { sessions, target, formats }: FeatureParts): Promise<void> {
  const { op, turnId, callId = turnId } = menuArgument(given);
  if (op !== undefined) return goToCode(op, formats);
  if (callId === undefined) return tellRowIsGone();
  const client = target();
  if (client === null) return tellNotReady(sessions.session);
  const loading = l10n.t("Loading the op of the call…");
  const call = await withLateProgress(loading, (signal) => callById(callId, client, signal));
  if (call !== undefined) return goToCode(call.op, formats);
  window.showInformationMessage(l10n.t("This call no longer exists."));
}

/** Shows the calls of an op: of the given one, otherwise of the one at the cursor. */
export async function showOpCalls(given: unknown, { sessions, target, formats, app }: FeatureParts): Promise<void> {
  const client = target();
  if (client === null) return tellNotReady(sessions.session);
  const op = menuArgument(given).op ?? (await opAtCursor());
  if (op !== undefined) await pickCall(op, client, formats, app);
}

/** A CodeLens above each op that shows its calls; computed from the text only. */
export function opLenses(document: TextDocument): CodeLens[] {
  return documentOps(document).map(({ names: [op], start }) => {
    const place = document.positionAt(start);
    return new CodeLens(new Range(place, place), {
      command: "weaveThreads.showOpCalls",
      title: l10n.t("Show Weave calls"),
      tooltip: l10n.t("Show the latest calls to op {0}", plainText(op)),
      arguments: [{ op }],
    });
  });
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

function documentOps(document: TextDocument): readonly OpDefinition[] {
  return opDefinitions(document.getText(), document.languageId === "python" ? "python" : "script");
}
