import type { FromPage } from "../../core/overview/protocol.ts";
import { createFormats, type Formats, knownLocale } from "../../core/text/format.ts";
import { minute, second } from "../../core/timeSpans.ts";
import { createTimeFormats, type TimeFormats } from "./chart/timeFormats.ts";
import type { Memory } from "./memory.ts";

/** The context that every part of the page draws with. */
export interface Surface {
  readonly formats: Formats;
  readonly times: TimeFormats;
  /** A bin edge duration, in milliseconds, with three digits: `1.25s` */
  edge(duration: number): string;
  /** `12%`, of a share up to 1. */
  percent(share: number): string;
  readonly memory: Memory;
  post(message: FromPage): void;
}

export function createSurface(
  { language }: { readonly language: string },
  rest: Pick<Surface, "memory" | "post">,
): Surface {
  const formats = createFormats(language);
  const number = (style: Intl.NumberFormatOptions) => new Intl.NumberFormat(knownLocale(language), style);
  const threeDigits = (unit: string) =>
    number({ style: "unit", unit, unitDisplay: "narrow", maximumSignificantDigits: 3 });
  return {
    ...rest,
    formats,
    times: createTimeFormats(language),
    edge(duration) {
      if (duration < second) return threeDigits("millisecond").format(duration);
      return duration < minute ? threeDigits("second").format(duration / second) : formats.duration(duration);
    },
    percent: (share) => number({ style: "percent", maximumFractionDigits: 1 }).format(share),
  };
}
