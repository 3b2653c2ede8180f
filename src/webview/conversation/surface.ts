import type { FromPage } from "../../core/conversation/page.ts";
import type { WordKey, Words } from "../../core/conversation/words.ts";
import { createFormats, type Formats } from "../../core/format.ts";
import { filledIn } from "../shared/filledIn.ts";
import type { Memory } from "./memory.ts";

/** What every part of the page draws with. */
export interface Surface {
  say(key: WordKey, ...values: readonly string[]): string;
  readonly formats: Formats;
  readonly memory: Memory;
  post(message: FromPage): void;
  /** Milliseconds since the epoch by the editor's clock. */
  now(): number;
}

export function createSurface(
  { language, words }: { readonly language: string; readonly words: Words },
  rest: Pick<Surface, "memory" | "post" | "now">,
): Surface {
  return {
    ...rest,
    formats: createFormats(language),
    say: (key, ...values) => filledIn(words[key], values),
  };
}
