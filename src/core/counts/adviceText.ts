import * as l10n from "@vscode/l10n";
import type { QueryAdvice } from "./queryAdvice.ts";

export interface AdviceWords {
  /** The problem in a part of a query that is sent as written. */
  readonly problem: string;
  /** Title of the quick fix; empty if there is none. */
  readonly fix: string;
}

export function adviceWords({ kind, field }: QueryAdvice): AdviceWords {
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
      return {
        problem:
          field === "project_id"
            ? l10n.t(
                "In expressions, {0} is an internal ID and matches nothing. Set the top-level project_id key instead.",
                field,
              )
            : l10n.t(
                "In expressions, {0} is an internal ID and matches nothing. Use filter.{1} instead.",
                field,
                `${field}s`,
              ),
        fix: "",
      };
  }
}
