import { readFileSync } from "node:fs";
import path from "node:path";
import * as l10n from "@vscode/l10n";
import * as z from "zod";
import type { Translations } from "../../src/core/text/plural.ts";

const root = path.resolve(import.meta.dirname, "../..");

/** The translations in the repository. */
export const locales = ["de", "ja", "zh-cn"] as const;
export type Locale = (typeof locales)[number];

/** A file of messages, such as `package.nls.de.json`. */
export function messagesIn(file: string): Translations {
  return z.record(z.string(), z.string()).parse(JSON.parse(readFileSync(path.join(root, file), "utf8")));
}

/** What `say` returns in a display language. */
export function inLanguage<T>(language: Locale | "en", say: () => T): T {
  l10n.config({ contents: language === "en" ? {} : messagesIn(`l10n/bundle.l10n.${language}.json`) });
  try {
    return say();
  } finally {
    l10n.config({ contents: {} });
  }
}
