import { createFormats, type Formats, knownLocale } from "../../core/format.ts";
import type { FromPage } from "../../core/overview/page.ts";
import type { WordKey, Words } from "../../core/overview/words.ts";
import { filledIn } from "../shared/filledIn.ts";
import type { Memory } from "./memory.ts";
import { createTimeFormats, type TimeFormats } from "./timeFormats.ts";

/** What every part of the page draws with. */
export interface Surface {
  say(key: WordKey, ...values: readonly string[]): string;
  readonly formats: Formats;
  readonly times: TimeFormats;
  /** `12%`, of a share up to 1. */
  percent(share: number): string;
  readonly memory: Memory;
  post(message: FromPage): void;
}

export function createSurface(
  { language, words }: { readonly language: string; readonly words: Words },
  rest: Pick<Surface, "memory" | "post">,
): Surface {
  const formats = createFormats(language);
  return {
    ...rest,
    formats,
    times: createTimeFormats(language),
    percent: (share) =>
      new Intl.NumberFormat(knownLocale(language), { style: "percent", maximumFractionDigits: 1 }).format(share),
    say: (key, ...values) => filledIn(words[key], values),
  };
}
