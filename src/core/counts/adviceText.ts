import * as l10n from "@vscode/l10n";
import type { QueryAdvice } from "./queryAdvice.ts";

export interface AdviceWords {
  /** What is wrong with a part of a query that is sent as written. */
  readonly problem: string;
  /** The name of the quick fix; empty where there is none. */
  readonly fix: string;
}

export function adviceWords({ kind, field }: QueryAdvice): AdviceWords {
  switch (kind) {
    case "numberCast":
      return {
        problem: l10n.t("This value is already a number. The service refuses to convert it."),
        fix: l10n.t("Remove Conversion"),
      };
    case "escapedText":
    case "unquotedText":
      return {
        problem: l10n.t(
          "This text may not be found in {0}: its characters can be escaped in the stored JSON. Convert the field to a string.",
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
          "{0} always exists: a missing value reads as an empty text. Check that it is not empty.",
          field,
        ),
        fix: l10n.t("Check That It Is Not Empty"),
      };
    case "internalId":
      return {
        problem: l10n.t("{0} is compared with internal IDs here and matches nothing. Use {1}.", field, filterOf(field)),
        fix: "",
      };
  }
}

/** Where the service takes the ids that people know. */
function filterOf(field: string): string {
  return field === "project_id" ? field : `filter.${field}s`;
}
