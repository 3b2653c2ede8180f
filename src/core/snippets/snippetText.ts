import * as l10n from "@vscode/l10n";
import { boundsText, rangeName } from "../input/rangeText.ts";
import type { TimeRange } from "../input/timeRange.ts";
import type { Formats } from "../text/format.ts";
import type { ThreadQuery } from "../threads/threadQuery.ts";
import type { SnippetLanguage } from "./snippetLanguage.ts";
import { keyVariable, usernameVariable } from "./snippetRequest.ts";
import type { SnippetSender } from "./snippetSender.ts";

export function needsOf(language: SnippetLanguage): string {
  switch (language) {
    case "curl":
      return l10n.t("For bash, zsh and other POSIX shells.");
    case "python":
      return l10n.t("For Python 3.8 or later. No packages required.");
    case "typescript":
      return l10n.t("For Node.js 22.18 or later, as an .mts file.");
  }
}

export function advice(sender: SnippetSender): string {
  return sender.isSample ? sampleAdvice() : keyAdvice(sender);
}

export function sampleAdvice(): string {
  return l10n.t("Sample data: replace the project with your own before running.");
}

export function keyAdvice({ username }: SnippetSender): string {
  return username === null
    ? l10n.t("Set {0} and {1} in the environment. They are not copied.", usernameVariable, keyVariable)
    : l10n.t("Set {0} in the environment. The key is not copied.", keyVariable);
}

/** Describes the query with the time range that its times come from. */
export function aboutText(query: ThreadQuery, time: TimeRange, formats: Formats): string {
  const isClipped = query.after !== undefined || query.before !== undefined;
  const range = isClipped ? [rangeName(time), boundsText(query, formats)] : [];
  return [l10n.t("Threads in {0}", query.project), ...range].join(" · ");
}

/** Limits and filters of the view that the query does not reproduce. */
export function cautionsOf({ limit }: ThreadQuery, onlyErrors: boolean, formats: Formats): readonly string[] {
  return [
    ...(limit === undefined
      ? []
      : [
          l10n.t(
            "Returns at most the first {0} threads, like the view. Remove the limit to return all matching threads.",
            formats.exact(limit),
          ),
        ]),
    ...(onlyErrors
      ? [l10n.t("The view shows only threads with errors. This query also returns threads without errors.")]
      : []),
  ];
}
