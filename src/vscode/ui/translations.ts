import { readFileSync } from "node:fs";
import { join } from "node:path";
import * as l10n from "@vscode/l10n";
import { env } from "vscode";
import { isList, isObject, jsonIn } from "../../core/text/json.ts";
import type { Translations } from "../../core/text/plural.ts";

let known: Translations = {};

/** The messages in the display language, by their English texts. Empty for English, and for others without translations. */
export function translations(): Translations {
  return known;
}

/**
 * Configures messages for the display language. Before this, they are in English. `esbuild.mjs` makes one file of the
 * translations, as the English texts in each of VS Code's bundles would be a third of the extension's texts.
 */
export function useTranslations(extensionPath: string): void {
  if (env.language === "en") return;
  const all = jsonIn(readFileSync(join(extensionPath, "dist", "messages.json"), "utf8"));
  if (!isObject(all)) return;
  const [english, translated] = [all.en, all[env.language]].map((texts) => (isList(texts) ? texts : []));
  const texts = (english ?? []).map((text, at) => [text, translated?.[at] ?? text] as const);
  known = Object.fromEntries(texts.map(([text, other]) => [String(text), String(other)]));
  l10n.config({ contents: known });
}
