import { knownLocale } from "../../../core/text/format.ts";
import { day, minute, second } from "../../../core/timeSpans.ts";

/** Formats times on axes, in one locale and local time; all in milliseconds since the epoch. */
export interface TimeFormats {
  /** Labels of ticks that are `step` apart; the common part, such as the day, is shown once, on a second line. */
  ticks(times: readonly number[], step: number): readonly string[];
}

type Style = Intl.DateTimeFormatOptions;

export function createTimeFormats(locale: string): TimeFormats {
  const known = knownLocale(locale);
  const formats = new Map<string, Intl.DateTimeFormat>();
  const format = (style: Style): Intl.DateTimeFormat => {
    const key = JSON.stringify(style);
    const made = formats.get(key) ?? new Intl.DateTimeFormat(known, style);
    formats.set(key, made);
    return made;
  };
  return {
    ticks(times, step) {
      const isThisYear = times.every((time) => new Date(time).getFullYear() === new Date().getFullYear());
      const [small, large] = styles(step, isThisYear);
      let told = "";
      return times.map((time) => {
        const label = format(small).format(time);
        const around = large === null ? "" : format(large).format(time);
        if (around === told) return label;
        told = around;
        return `${label}\n${around}`;
      });
    },
  };
}

function styles(step: number, isThisYear: boolean): readonly [small: Style, large: Style | null] {
  if (step >= 360 * day) return [{ year: "numeric" }, null];
  const year: Style | null = isThisYear ? null : { year: "numeric" };
  if (step >= 28 * day) return [{ month: "short" }, year];
  if (step >= day) return [{ month: "short", day: "numeric" }, year];
  const large: Style = { month: "short", day: "numeric" };
  const small: Style = { hour: "numeric", minute: "2-digit" };
  if (step >= minute) return [small, large];
  if (step >= second) return [{ ...small, second: "2-digit" }, large];
  return [{ minute: "2-digit", second: "2-digit", fractionalSecondDigits: 3 }, large];
}
