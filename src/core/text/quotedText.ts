import * as l10n from "@vscode/l10n";
import { endCut, plainText } from "./visibleText.ts";

const longestQuote = 200;

/** A stranger's text for the screen: bounded, on one line, nothing hidden in it. */
export function quoted(text: string): string {
  return endCut(plainText(text.slice(0, 4 * longestQuote)), longestQuote);
}

/** A sentence with what somebody else says; empty where nothing is said. */
export function saying(detail: string): string {
  const text = quoted(detail.trim());
  if (text === "") return "";
  return /[.!?…]$/.test(text) ? l10n.t("It says: {0}", text) : l10n.t("It says: {0}.", text);
}

/** One after the other; empty ones are left out. */
export function sentences(...parts: readonly string[]): string {
  return parts.filter((part) => part !== "").join(" ");
}
