import * as l10n from "@vscode/l10n";
import { type Cost, shownCost } from "../query/agentFigures.ts";
import type { Formats } from "../text/format.ts";
import { plural } from "../text/plural.ts";

/** `1,234 tokens` */
export function tokensText(tokens: number, formats: Formats): string {
  return plural(tokens, l10n.t("1 token"), l10n.t("{0} tokens", formats.exact(tokens)));
}

/** `2 errors` */
export function errorCountText(errors: number, formats: Formats): string {
  return plural(errors, l10n.t("1 error"), l10n.t("{0} errors", formats.exact(errors)));
}

/** `$0.12`, `at least $0.12` if some models have no price, `–` if none has one, or if the sum cannot be right. */
export function costText(cost: Cost, formats: Formats): string {
  const shown = shownCost(cost);
  if (shown === null) return "–";
  return knownCostText(shown, cost.isPart, formats);
}

/** `$0.12`, or `at least $0.12` if it lacks models without a price. */
export function knownCostText(dollars: number, isPart: boolean, formats: Formats): string {
  return isPart ? l10n.t("at least {0}", formats.dollars(dollars)) : formats.dollars(dollars);
}

/** Why no cost is shown; null if one is. */
export function costNote(cost: Cost): string | null {
  if (shownCost(cost) !== null) return null;
  return cost.total === null
    ? l10n.t("The service has no price for the models.")
    : l10n.t("The service computes a negative cost: cached tokens are not counted as input.");
}
