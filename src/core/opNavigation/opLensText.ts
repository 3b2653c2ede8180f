import * as l10n from "@vscode/l10n";
import { type LoadState, shownValue } from "../async/loadState.ts";
import { storageText } from "../counts/conditionText.ts";
import { faultText } from "../failures/faultText.ts";
import { shortFaultText } from "../failures/shortFaultText.ts";
import { shortRange } from "../input/rangeText.ts";
import type { CallCount } from "../query/callQuery.ts";
import { parseOpRef } from "../query/opRef.ts";
import type { Formats } from "../text/format.ts";
import { callsText } from "../text/plural.ts";
import { plainText, visibleCut } from "../text/visibleText.ts";
import { mostRead, type OpCalls } from "./opCalls.ts";

/** The title of the lens of an op without numbers. */
export function linkTitle(): string {
  return l10n.t("Show Weave calls");
}

export function linkTooltip(op: string): string {
  return l10n.t("Show the latest calls to op {0}", plainText(op));
}

/** The tooltip of Show Numbers, which changes the user's setting for all files. */
export function switchTooltip(): string {
  return l10n.t("Show calls, failures and p50 above all ops");
}

/** The title of the lens of an op, in every state one line: `128 calls · 3 failed · p50 1.2s · 7d`. */
export function numbersTitle(load: LoadState<OpCalls>, formats: Formats): string {
  const value = shownValue(load);
  if (value !== null) {
    const numbers = numbersText(value, formats);
    return load.kind === "stale" ? `${numbers} · ${l10n.t("outdated")}` : numbers;
  }
  if (load.kind === "failed") return l10n.t("Could not load calls: {0}", shortFaultText(load.fault));
  return load.kind === "loading" ? l10n.t("Loading calls…") : linkTitle();
}

/** What a click does, and how old the numbers are. */
export function numbersTooltip(op: string, load: LoadState<OpCalls>, formats: Formats): string {
  const lines = [shownValue(load) === null ? linkTooltip(op) : l10n.t("Show these calls to op {0}", plainText(op))];
  lines.push(...medianLines(shownValue(load), formats));
  if (load.kind === "shown") lines.push(l10n.t("Updated: {0}", formats.timeOfDay(load.at)));
  if (load.kind === "failed" || load.kind === "stale") lines.push(faultText(load.fault));
  return lines.join("\n");
}

/** The name of an op's calls in the Counts view. */
export function callsName(op: string, { range }: OpCalls): string {
  return `${op} · ${shortRange(range)}`;
}

/** The lines of an op's hover. `size` is the count with its storage size; both are null if nothing is requested. */
export function hoverLines(
  op: string,
  ref: string,
  known: { readonly load: LoadState<OpCalls>; readonly size: LoadState<CallCount> } | null,
  formats: Formats,
  now: number,
): readonly string[] {
  const lines = [known === null ? op : `${op}: ${numbersTitle(known.load, formats)}`, `${l10n.t("Op")}: ${ref}`];
  const calls = known && shownValue(known.load);
  if (known === null || calls === null) return lines.map(plainText);
  const versions = calls.ops.flatMap((called) => parseOpRef(called)?.version ?? []);
  const [latest] = versions;
  if (latest !== undefined) {
    const count = formats.exact(versions.length);
    const shown = calls.isAllRead ? count : l10n.t("at least {0}", count);
    lines.push(l10n.t("Versions: {0} (latest {1})", shown, visibleCut(latest, longestVersion)));
  }
  lines.push(...medianLines(calls, formats));
  const size = shownValue(known.size);
  const storage = size && storageText(size, { ...calls.conditions, includeStorageSize: true }, formats);
  lines.push(storage ?? l10n.t("Storage: unknown"));
  if (known.load.kind === "shown") lines.push(l10n.t("Updated: {0}", formats.ago(known.load.at, now)));
  return lines.map(plainText);
}

const longestVersion = 12;

/** Only calls are counted beyond those that were read. */
function medianLines(calls: OpCalls | null, formats: Formats): readonly string[] {
  if (calls === null || calls.isAllRead || calls.p50 === null) return [];
  return [l10n.t("p50: of the latest {0} calls to the ops of this file", formats.exact(mostRead))];
}

function numbersText({ calls, failed, isExact, p50, range }: OpCalls, formats: Formats): string {
  const counted = (text: string) => (isExact ? text : l10n.t("at least {0}", text));
  return [
    counted(callsText(calls, formats)),
    ...(failed === 0 ? [] : [counted(l10n.t("{0} failed", formats.exact(failed)))]),
    ...(p50 === null ? [] : [l10n.t("p50 {0}", formats.duration(p50))]),
    shortRange(range),
  ].join(" · ");
}
