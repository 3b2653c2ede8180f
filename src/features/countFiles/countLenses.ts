import * as l10n from "@vscode/l10n";
import { CodeLens, type Command, Range, type TextDocument } from "vscode";
import { adviceWords } from "../../core/counts/adviceText.ts";
import { conditionsOf } from "../../core/counts/callConditions.ts";
import { countRemarks, countText, storageText } from "../../core/counts/conditionText.ts";
import type { CountFileQuery } from "../../core/counts/countFile.ts";
import type { FileCount } from "../../core/counts/fileCount.ts";
import { queryAdvice } from "../../core/counts/queryAdvice.ts";
import { faultText } from "../../core/failures/faultText.ts";
import type { Formats } from "../../core/text/format.ts";
import { labelText } from "../../core/text/labelText.ts";
import type { CountFileState } from "./countFileRuns.ts";
import { warnedOf } from "./queryWarnings.ts";

/** What stands above a count file: the button that counts, and what came of it. */
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
  const parts = [shown.text, when, ...(edited ? [l10n.t("before the last change")] : [])];
  return [count, plain(labelText(parts.join(" · ")), [...shown.notes, formats.dateTime(at)].join("\n"))];
}

/** A lens without a command is a text. */
function plain(title: string, tooltip?: string): Command {
  return { command: "", title, ...(tooltip !== undefined && { tooltip }) };
}

interface OutcomeText {
  readonly text: string;
  /** Sentences for the tooltip. */
  readonly notes: readonly string[];
}

/** `problems` is how many places of the file are wrong. */
function outcomeText(outcome: FileCount, problems: number, formats: Formats): OutcomeText {
  switch (outcome.kind) {
    case "counted":
      return countedText(outcome, formats);
    case "notJson":
      return { text: l10n.t("Not counted: the text is no JSON"), notes: [] };
    case "refused":
      return { text: problemsText(problems, formats), notes: [l10n.t("Nothing was sent.")] };
    case "failed":
      return problems > 0
        ? { text: problemsText(problems, formats), notes: [l10n.t("The service refused the request.")] }
        : asWritten(outcome.query, { text: l10n.t("Not counted: {0}", faultText(outcome.fault)), notes: [] }, formats);
  }
}

/** With what the file has warnings of: it was sent all the same. */
function asWritten({ query }: CountFileQuery, { text, notes }: OutcomeText, formats: Formats): OutcomeText {
  const warnings = query === undefined ? [] : warnedOf(queryAdvice(query));
  if (warnings.length === 0) return { text, notes };
  const remark =
    warnings.length === 1
      ? l10n.t("asked as written, with 1 warning")
      : l10n.t("asked as written, with {0} warnings", formats.exact(warnings.length));
  return { text: `${text} · ${remark}`, notes: [...notes, ...warnings.map((warning) => adviceWords(warning).problem)] };
}

function problemsText(problems: number, formats: Formats): string {
  return problems === 1
    ? l10n.t("Not counted: 1 problem in this file")
    : l10n.t("Not counted: {0} problems in this file", formats.exact(problems));
}

function countedText(outcome: Extract<FileCount, { kind: "counted" }>, formats: Formats): OutcomeText {
  const { count, query, project } = outcome;
  const conditions = conditionsOf(query);
  const calls = countText(count, conditions, formats);
  const stored = storageText(count, conditions, formats);
  const text = [
    query.project === null ? calls : l10n.t("{0} in {1}", calls, project),
    ...(stored === undefined ? [] : [stored]),
    ...(count.rewritten.length > 0 ? [l10n.t("asked without {0}", count.rewritten.join(", "))] : []),
    ...countRemarks({ ...count, rewritten: [] }),
  ].join(" · ");
  const notes = [
    l10n.t("Counted in {0}.", project),
    ...count.rewritten.map((operator) =>
      l10n.t(
        "The service does not support {0}. It was asked in an older form, which may count calls without a value differently.",
        operator,
      ),
    ),
  ];
  return asWritten(query, { text, notes }, formats);
}
