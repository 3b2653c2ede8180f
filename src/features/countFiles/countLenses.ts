import * as l10n from "@vscode/l10n";
import { CodeLens, type Command, Range, type TextDocument } from "vscode";
import { outcomeText } from "../../core/counts/fileCountText.ts";
import type { Formats } from "../../core/text/format.ts";
import { labelText } from "../../core/text/visibleText.ts";
import type { CountFileState } from "./countFileRuns.ts";

/** The code lenses of a count file: the run button and the result. */
export function countLenses(document: TextDocument, state: CountFileState, formats: Formats): CodeLens[] {
  const firstLine = new Range(0, 0, 0, 0);
  return lenses(document, state, formats).map((lens) => new CodeLens(firstLine, lens));
}

function lenses({ uri }: TextDocument, state: CountFileState, formats: Formats): readonly Command[] {
  const command = (id: string, title: string): Command => ({ command: id, title, arguments: [uri] });
  if (state.kind === "counting") {
    return [plain(`$(loading~spin) ${l10n.t("Counting…")}`), command("weaveThreads.cancelCountFile", l10n.t("Cancel"))];
  }
  const count = command("weaveThreads.runCountFile", `$(play) ${l10n.t("Count calls")}`);
  if (state.kind === "idle") return [count];
  const { outcome, problems, at, edited } = state;
  const shown = outcomeText(outcome, problems, formats);
  const when = formats.timeOfDay(at);
  const parts = [shown.text, when, ...(edited ? [l10n.t("outdated")] : [])];
  return [count, plain(labelText(parts.join(" · ")), [...shown.notes, formats.dateTime(at)].join("\n"))];
}

/** A lens without a command is plain text. */
function plain(title: string, tooltip?: string): Command {
  return { command: "", title, ...(tooltip !== undefined && { tooltip }) };
}
