import { l10n } from "vscode";
import { type WordKey, type Words, words } from "../../core/conversation/words.ts";

/** The page's words in the person's language. They stand in one place, in English: `core/conversation/words.ts`. */
export function pageWords(): Words {
  const translated: Record<WordKey, string> = { ...words };
  for (const key of Object.keys(words).filter(isWordKey)) translated[key] = l10n.t(words[key]);
  return translated;
}

function isWordKey(key: string): key is WordKey {
  return Object.hasOwn(words, key);
}
