import * as l10n from "@vscode/l10n";
import { actionCommand, actionTitle, firstAction } from "../failures/action.ts";
import { hostText } from "../failures/connectionText.ts";
import { faultText } from "../failures/faultText.ts";
import type { CountFileQuery } from "../query/callQuery.ts";
import type { ProjectId } from "../query/projectId.ts";
import type { Formats } from "../text/format.ts";
import { plural } from "../text/plural.ts";
import { listed } from "../text/sentences.ts";
import { labelText, plainText, visibleText } from "../text/visibleText.ts";
import { conditionsOf } from "./conditionsOf.ts";
import { countRemarks, countText, storageText } from "./conditionText.ts";
import type { CountFileState, FileCount } from "./fileCount.ts";
import { type QueryAdvice, queryAdvice, warnedOf } from "./queryAdvice.ts";

export interface LensText {
  readonly title: string;
  /** Empty for plain text. */
  readonly command: "" | `weaveThreads.${string}`;
  /** Absent for the file. */
  readonly arguments?: readonly unknown[];
  readonly tooltip?: string;
}

/** The run button with the result and what to do about a failure, or the progress. `project`: the window's. */
export function lensTexts(state: CountFileState, project: ProjectId | null, formats: Formats): readonly LensText[] {
  if (state.kind === "counting") {
    return [
      { title: `$(loading~spin) ${l10n.t("Counting…")}`, command: "" },
      { title: l10n.t("Cancel"), command: "weaveThreads.cancelCountFile" },
    ];
  }
  const run: LensText = { title: `$(play) ${l10n.t("Count calls")}`, command: "weaveThreads.runCountFile" };
  if (state.kind === "idle") return [run];
  const { outcome, problems, at, edited } = state;
  const { text, notes } = outcomeText(outcome, problems, formats);
  const parts = [text, formats.timeOfDay(at), ...(edited ? [l10n.t("outdated")] : [])];
  const tooltip = [...notes, formats.dateTime(at)].join("\n");
  const result: LensText = { title: labelText(parts.join(" · ")), command: "", tooltip };
  return [run, result, ...failureLenses(outcome, problems), ...callLenses(outcome, project)];
}

/** Running again is always offered. */
function failureLenses(outcome: FileCount, problems: number): readonly LensText[] {
  if (outcome.kind !== "failed" || problems > 0) return [];
  const action = firstAction(outcome.fault, "file");
  const { command, arguments: given } = actionCommand[action];
  return action === "retry" ? [] : [{ title: actionTitle(action), command, ...(given && { arguments: given }) }];
}

function callLenses(outcome: FileCount, project: ProjectId | null): readonly LensText[] {
  if (outcome.kind !== "counted" || outcome.project !== project) return [];
  return [{ title: l10n.t("Show Calls"), command: "weaveThreads.showCountFileCalls" }];
}

/** Why the calls of a count file cannot be shown. */
export function otherProjectText(project: ProjectId): string {
  return l10n.t("This file counts calls in {0}. Switch to that project to show them.", plainText(project));
}

export interface OutcomeText {
  readonly text: string;
  /** Lines of the tooltip. */
  readonly notes: readonly string[];
}

/** `problems` is the number of places with issues. */
export function outcomeText(outcome: FileCount, problems: number, formats: Formats): OutcomeText {
  switch (outcome.kind) {
    case "counted":
      return countedText(outcome, formats);
    case "notJson":
      return { text: l10n.t("Not counted: invalid JSON"), notes: [] };
    case "refused":
      return { text: problemsText(problems, formats), notes: [l10n.t("The request was not sent.")] };
    case "failed":
      return problems > 0
        ? {
            text: problemsText(problems, formats),
            notes: [l10n.t("The request was rejected by {0}.", hostText(outcome.fault))],
          }
        : asWritten(outcome.query, { text: l10n.t("Not counted: {0}", faultText(outcome.fault)), notes: [] }, formats);
  }
}

/** Adds the warnings of the file, which do not prevent sending it. */
export function asWritten({ query }: CountFileQuery, { text, notes }: OutcomeText, formats: Formats): OutcomeText {
  const warnings = query === undefined ? [] : warnedOf(queryAdvice(query));
  if (warnings.length === 0) return { text, notes };
  const remark = plural(
    warnings.length,
    l10n.t("sent as written with 1 warning"),
    l10n.t("sent as written with {0} warnings", formats.exact(warnings.length)),
  );
  return { text: `${text} · ${remark}`, notes: [...notes, ...warnings.map((warning) => adviceWords(warning).problem)] };
}

function problemsText(problems: number, formats: Formats): string {
  return plural(
    problems,
    l10n.t("Not counted: 1 problem in this file"),
    l10n.t("Not counted: {0} problems in this file", formats.exact(problems)),
  );
}

function countedText(outcome: Extract<FileCount, { kind: "counted" }>, formats: Formats): OutcomeText {
  const { count, query, project } = outcome;
  const conditions = conditionsOf(query);
  const calls = countText(count, conditions, formats);
  const stored = storageText(count, conditions, formats);
  const text = [
    query.project === null ? calls : l10n.t("{0} in {1}", calls, project),
    ...(stored === undefined ? [] : [stored]),
    ...countRemarks(count),
  ].join(" · ");
  const notes = [
    l10n.t("Project: {0}", project),
    ...count.rewritten.map((operator) =>
      l10n.t(
        "The service does not support {0}. The query was rewritten and may count calls without a value differently.",
        operator,
      ),
    ),
  ];
  return asWritten(query, { text, notes }, formats);
}

/** The message for a place in a count file: a line per issue, and the expected keys. */
export function fileCountProblem(messages: readonly string[], expected: readonly string[]): string {
  const sentences = messages.map(visibleText);
  if (expected.length > 0) sentences.push(l10n.t("Expected one of: {0}", listed(expected.map(visibleText))));
  return sentences.join("\n");
}

/** The problem in a part of a query that is sent as written, and the title of its quick fix; empty if there is none. */
export function adviceWords({ kind, field }: QueryAdvice): Readonly<Record<"problem" | "fix", string>> {
  switch (kind) {
    case "numberCast":
      return {
        problem: l10n.t("This value is already a number. The service rejects the conversion."),
        fix: l10n.t("Remove Conversion"),
      };
    case "escapedText":
    case "unquotedText":
      return {
        problem: l10n.t(
          "This text may not match in {0} because its characters can be escaped in the stored JSON. Convert the field to a string.",
          field,
        ),
        fix: l10n.t("Convert Field to String"),
      };
    case "booleanCast":
      return {
        problem: l10n.t("JSON true and false in {0} convert to null. Compare the field with a boolean literal.", field),
        fix: l10n.t("Compare with Boolean Literal"),
      };
    case "alwaysExists":
      return {
        problem: l10n.t(
          "{0} always exists because a missing value is read as an empty string. Check that it is not empty.",
          field,
        ),
        fix: l10n.t("Check for Non-Empty String"),
      };
    case "internalId":
      return { problem: internalIdText(field), fix: "" };
  }
}

function internalIdText(field: string): string {
  return field === "project_id"
    ? l10n.t(
        "In expressions, {0} is an internal ID and matches nothing. Set the top-level project_id key instead.",
        field,
      )
    : l10n.t("In expressions, {0} is an internal ID and matches nothing. Use filter.{1} instead.", field, `${field}s`);
}
