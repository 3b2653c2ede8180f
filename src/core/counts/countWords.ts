import * as l10n from "@vscode/l10n";
import { faultText } from "../failures/faultText.ts";
import { day, type Formats } from "../text/format.ts";
import { countText } from "./conditionText.ts";
import type { CountChange } from "./watchedCount.ts";
import type { ShownCount } from "./watchedCounts.ts";

/** Facts about a count, most important first. `now` is milliseconds since the epoch. */
export function countWords({ saved, load, change }: ShownCount, formats: Formats, now: number): readonly string[] {
  const told = change === null ? [] : [changeText(change, formats, now)];
  switch (load.kind) {
    case "idle":
      return [];
    case "loading": {
      const counting = l10n.t("counting…");
      return load.value === null ? [counting] : [countText(load.value, saved.conditions, formats), ...told, counting];
    }
    case "shown":
      return [countText(load.value, saved.conditions, formats), ...told, formats.ago(load.at, now)];
    case "stale": {
      const age = load.at === null ? [] : [formats.ago(load.at, now)];
      return [countText(load.value, saved.conditions, formats), ...told, ...age, faultText(load.fault)];
    }
    case "failed":
      return [faultText(load.fault)];
  }
}

/** `+12 since 10:05:00 AM`, `−3 since 3d ago` */
function changeText({ by, since }: CountChange, formats: Formats, now: number): string {
  if (by === 0) return l10n.t("unchanged");
  const look = now - since < day ? formats.timeOfDay(since) : formats.ago(since, now);
  return l10n.t("{0} since {1}", signed(by, formats), look);
}

/** `+12`, `−12` */
export function signed(by: number, formats: Formats): string {
  return `${by < 0 ? "−" : "+"}${formats.exact(Math.abs(by))}`;
}
