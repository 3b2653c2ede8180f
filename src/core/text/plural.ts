import * as l10n from "@vscode/l10n";
import type { Formats } from "./format.ts";

/** The text for `count` things: `one` for exactly one, `many` for any other number. */
export function plural(count: number, one: string, many: string): string {
  return count === 1 ? one : many;
}

/** `1 thread`, `1,234 threads` */
export function threadsText(count: number, formats: Formats): string {
  return plural(count, l10n.t("1 thread"), l10n.t("{0} threads", formats.exact(count)));
}

/** `1 conversation`, `1,234 conversations` */
export function conversationsText(count: number, formats: Formats): string {
  return plural(count, l10n.t("1 conversation"), l10n.t("{0} conversations", formats.exact(count)));
}

/** `1 turn`, `1,234 turns` */
export function turnsText(count: number, formats: Formats): string {
  return plural(count, l10n.t("1 turn"), l10n.t("{0} turns", formats.exact(count)));
}

/** `1 call`, `1,234 calls`, or `1.2K calls` */
export function callsText(count: number, formats: Formats, style: "exact" | "compact" = "exact"): string {
  return plural(count, l10n.t("1 call"), l10n.t("{0} calls", formats[style](count)));
}

/** `1 span`, `1,234 spans`, or `1.2K spans` */
export function spansText(count: number, formats: Formats, style: "exact" | "compact" = "exact"): string {
  return plural(count, l10n.t("1 span"), l10n.t("{0} spans", formats[style](count)));
}

/** Messages in the display language by the `messageHash` of their English text, for `@vscode/l10n`; empty for English. */
export type Translations = Readonly<Record<string, string>>;
