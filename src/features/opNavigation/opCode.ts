import * as l10n from "@vscode/l10n";
import { CodeLens, Range, type TextDocument, window } from "vscode";
import { plainText } from "../../core/text/visibleText.ts";
import { tellNotReady } from "../../vscode/ui/commands.ts";
import { withLateProgress } from "../../vscode/ui/lateProgress.ts";
import { tellRowIsGone } from "../../vscode/ui/menuRow.ts";
import { pickCall } from "./callsPick.ts";
import { documentOps } from "./documentOps.ts";
import { goToCode } from "./goToCode.ts";
import { opAsked, opOfCall } from "./opAsked.ts";
import { opAtCursor } from "./opAtCursor.ts";
import type { OpCodeParts } from "./register.ts";

/** Goes from an op, or a call of it, to its definition. */
export async function goToOpCode(given: unknown, { sessions, target, formats }: OpCodeParts): Promise<void> {
  const asked = opAsked(given);
  if (asked === undefined) return tellRowIsGone();
  if (asked.kind === "op") return goToCode(asked.op, formats);
  const service = target();
  if (service === null) return tellNotReady(sessions.session);
  const op = await withLateProgress(l10n.t("Loading the op of the call…"), (signal) =>
    opOfCall(asked.callId, service, signal),
  );
  if (op !== null) return goToCode(op, formats);
  window.showInformationMessage(l10n.t("This call no longer exists."));
}

/** Shows the calls of an op: of the given one, otherwise of the one at the cursor. */
export async function showOpCalls(given: unknown, { sessions, target, formats, app }: OpCodeParts): Promise<void> {
  const asked = target();
  if (asked === null) return tellNotReady(sessions.session);
  const named = opAsked(given);
  const op = named?.kind === "op" ? named.op : await opAtCursor();
  if (op !== undefined) await pickCall(op, asked, formats, app);
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
