import { readFileSync } from "node:fs";
import { join } from "node:path";
import * as l10n from "@vscode/l10n";
import { env } from "vscode";
import { isList, isObject, jsonIn } from "../../core/text/json.ts";
import { byMessage } from "../../core/text/messageHash.ts";
import type { Translations } from "../../core/text/plural.ts";

let known: Translations = {};

/** The messages in the display language, by the hashes of their English texts. Empty for English, and for others without translations. */
export function translations(): Translations {
  return known;
}

/**
 * Configures messages for the display language. Before this, they are in English. `esbuild.mjs` makes one file of the
 * translations, without the English texts, which the code has.
 */
export function useTranslations(extensionPath: string): void {
  if (env.language === "en") return;
  const all = jsonIn(readFileSync(join(extensionPath, "dist", "messages.json"), "utf8"));
  if (!isObject(all)) return;
  const { hashes, [env.language]: texts } = all;
  const names = String(hashes).split(" ");
  known = Object.fromEntries((isList(texts) ? texts : []).map((text, at) => [names[at], String(text)]));
  l10n.config({ contents: byMessage(known) });
}
