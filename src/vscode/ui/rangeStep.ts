import * as l10n from "@vscode/l10n";
import type { QuickPickItem } from "vscode";
import { rangeProblemText } from "../../core/input/problemText.ts";
import { boundsText, presetName, rangeName } from "../../core/input/rangeText.ts";
import { formatRange, parseRange, resolveRange, type TimeRange, timePresets } from "../../core/input/timeRange.ts";
import type { Formats } from "../../core/text/format.ts";
import { askPick, askRead, mapped, type StepHeading, type StepResult } from "./quickInput.ts";

export interface RangeStep extends StepHeading {
  readonly current: TimeRange;
  readonly formats: Formats;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
}

interface RangeItem extends QuickPickItem {
  /** Null opens the input for a custom range. */
  readonly range: TimeRange | null;
}

/** Asks for a time range: a preset or a custom one. */
export async function askRange(options: RangeStep): Promise<StepResult<TimeRange>> {
  for (;;) {
    const picked = await askPresetOrCustom(options);
    if (picked.kind !== "accepted") return picked;
    const { range } = picked.value;
    if (range !== null) return { kind: "accepted", value: range };
    const typed = await askCustomRange(options);
    if (typed.kind !== "back") return typed;
  }
}

function askPresetOrCustom(options: RangeStep): Promise<StepResult<RangeItem>> {
  const { current, formats, now } = options;
  const marked = (label: string, isCurrent: boolean) => (isCurrent ? `$(check) ${label}` : label);
  const presets = timePresets.map((preset): RangeItem => {
    const range = { kind: "preset", preset } as const;
    const label = marked(presetName(preset), formatRange(range) === formatRange(current));
    return preset === "all"
      ? { range, label }
      : { range, label, description: boundsText(resolveRange(range, now()), formats) };
  });
  const custom: RangeItem = {
    range: null,
    label: marked(l10n.t("Custom Range…"), current.kind === "custom"),
    ...(current.kind === "custom" ? { description: current.text } : {}),
  };
  const items = [...presets, custom];
  const active = items.find(({ range }) =>
    range === null ? current.kind === "custom" : formatRange(range) === formatRange(current),
  );
  return askPick({ ...options, placeholder: l10n.t("Current: {0}", rangeName(current)), items, active });
}

async function askCustomRange({ current, formats, now, title }: RangeStep): Promise<StepResult<TimeRange>> {
  const result = await askRead({
    title,
    canGoBack: true,
    prompt: l10n.t("A day, or a start and an end time, either optional. Local time unless a time zone is given."),
    placeholder: l10n.t("-36h, yesterday, since monday, Nov 20 to Nov 22, 2026-11-20 08:00 to now"),
    value: current.kind === "custom" ? current.text : "",
    read: (text) => {
      const parsed = parseRange(text, now(), formats.dayFirst);
      return typeof parsed === "string" ? rangeProblemText(parsed) : parsed;
    },
    echo: ({ bounds }) => boundsText(bounds, formats),
  });
  return mapped(result, ({ range }) => range);
}
