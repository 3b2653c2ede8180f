import * as l10n from "@vscode/l10n";
import { conditionsOf } from "../counts/callConditions.ts";
import type { CallQuery } from "../counts/callQuery.ts";
import { conditionsText } from "../counts/conditionText.ts";
import type { FileReading } from "../counts/fileCount.ts";
import { pathInBody } from "../failures/fault.ts";
import type { Formats } from "../text/format.ts";
import { quoted } from "../text/quotedText.ts";

/** Describes the query with its conditions. */
export function aboutCountText(query: CallQuery, formats: Formats): string {
  return [l10n.t("Calls in {0}", query.project), conditionsText(conditionsOf(query), formats)].join(" · ");
}

/** How the count of a query may differ after it was rewritten for a service without these operators. */
export function rewrittenCautions(operators: readonly string[]): readonly string[] {
  return operators.map((operator) =>
    l10n.t(
      "The service does not support {0}. The query was rewritten and may count calls without a value differently.",
      operator,
    ),
  );
}

/** Why a count file has no query that can be copied. */
export function unreadableFileText(reading: Exclude<FileReading, { readonly kind: "read" }>): string {
  if (reading.kind === "notJson") return l10n.t("The count file is not valid JSON.");
  const [issue] = reading.issues;
  const place = issue && pathInBody(issue).join(".");
  const why = issue && quoted(place === "" ? issue.message : `${place}: ${issue.message}`);
  return l10n.t("The count file is not valid. {0}", why ?? "").trim();
}
