import { l10n } from "vscode";

/** A page's words in the person's language. They stand in one place, in English. */
export function pageWords<Key extends string>(words: Readonly<Record<Key, string>>): Readonly<Record<Key, string>> {
  const translated: Record<Key, string> = { ...words };
  for (const key in words) translated[key] = l10n.t(words[key]);
  return translated;
}
