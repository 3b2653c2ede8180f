import { l10n } from "vscode";
import { type TranscriptWords, transcriptWords } from "../../core/conversation/transcript/transcriptWords.ts";

/** A transcript's words in the person's language. They stand in one place, in English: `core/conversation/transcript/transcriptWords.ts`. */
export function comparedWords(): TranscriptWords {
  const translated: Record<keyof TranscriptWords, string> = { ...transcriptWords };
  for (const key of Object.keys(transcriptWords).filter(isWordKey)) translated[key] = l10n.t(transcriptWords[key]);
  return translated;
}

function isWordKey(key: string): key is keyof TranscriptWords {
  return Object.hasOwn(transcriptWords, key);
}
