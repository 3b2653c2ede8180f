import * as l10n from "@vscode/l10n";
import { faultOf, type LoadState, shownValue } from "../async/loadState.ts";
import { largeText } from "../conversation/drawing/turnText.ts";
import type { Fault } from "../failures/fault.ts";
import { faultText } from "../failures/faultText.ts";
import { rangeName } from "../input/rangeText.ts";
import { keyText } from "../query/conversationKey.ts";
import type { Formats } from "../text/format.ts";
import { plural } from "../text/plural.ts";
import type { PickRow } from "../text/rows.ts";
import { labelText, plainText } from "../text/visibleText.ts";
import type { FoundTurn, FoundTurns } from "./conversationSearch.ts";
import { type FindState, searchRow, shownText } from "./findRows.ts";
import { threadNames } from "./threadNames.ts";

export type ResultAction =
  | { readonly kind: "turn"; readonly found: FoundTurn }
  | { readonly kind: "search"; readonly text: string }
  /** Changes the time range of the list. */
  | { readonly kind: "range" }
  /** Also retries. */
  | { readonly kind: "more" }
  | { readonly kind: "nothing" };

export interface ResultRow extends PickRow {
  readonly action: ResultAction;
}

export interface ResultState extends Pick<FindState, "range" | "threadOf" | "messageOf" | "formats" | "now"> {
  readonly text: string;
  /** Filters the results; it can also be searched for. */
  readonly typed: string;
  readonly load: LoadState<FoundTurns>;
}

export function resultsTitle(text: string): string {
  return labelText(l10n.t("Conversations containing “{0}”", shownText(text)));
}

/** The conversations found, by their newest turn, and below them how to go on. */
export function searchRows(state: ResultState): readonly ResultRow[] {
  const { load, typed, range } = state;
  const found = shownValue(load);
  const fault = faultOf(load);
  const other = typed.trim();
  return [
    ...[...Map.groupBy(found?.turns ?? [], ({ conversation }) => keyText(conversation)).values()].flatMap(
      ([newest, ...others]) =>
        newest === undefined ? [] : [conversationRow(newest, 1 + others.length, found?.ended === true, state)],
    ),
    ...(fault === null ? progressRows(found, state) : faultRows(fault)),
    ...(other === "" ? [] : [{ ...searchRow(other, range), action: { kind: "search", text: other } } as const]),
  ];
}

function conversationRow(found: FoundTurn, turns: number, isAll: boolean, state: ResultState): ResultRow {
  const { threadOf, messageOf, formats, now } = state;
  const { turn, conversation } = found;
  const { label, facts } = threadNames({ conversation, thread: threadOf(conversation) ?? null }, messageOf);
  const failed = turn.status === "error" ? [l10n.t("error")] : [];
  return {
    label: `$(comment-discussion) ${label}`,
    description: labelText(
      [inTurnsText(turns, isAll, formats), formats.ago(turn.startedAt, now), ...failed, ...facts].join(" · "),
    ),
    detail: labelText(passageText(found, formats)),
    action: { kind: "turn", found },
  };
}

/** Later pages may have more turns of a conversation. */
function inTurnsText(count: number, isAll: boolean, formats: Formats): string {
  const exact = formats.exact(count);
  if (isAll) return plural(count, l10n.t("in 1 turn"), l10n.t("in {0} turns", exact));
  return plural(count, l10n.t("in at least 1 turn"), l10n.t("in at least {0} turns", exact));
}

function passageText({ turn, passage }: FoundTurn, formats: Formats): string {
  if (passage === null) return largeText(turn, turn.storedBytes, formats);
  return passage.isRepeated ? l10n.t("Earlier message: {0}", passage.text) : passage.text;
}

function progressRows(found: FoundTurns | null, { load, text, range, formats }: ResultState): readonly ResultRow[] {
  if (load.kind === "loading") return [row(`$(loading~spin) ${l10n.t("Searching…")}`, { kind: "nothing" })];
  const names = found?.inNamesOnly ?? 0;
  const inNames = names === 0 ? "" : namesText(names, formats);
  if (found === null || !found.ended) return [row(`$(ellipsis) ${l10n.t("Load more")}`, { kind: "more" }, inNames)];
  const note = inNames === "" ? [] : [row(`$(info) ${inNames}`, { kind: "nothing" })];
  if (found.turns.length > 0) return note;
  const none = l10n.t("No conversations contain “{0}” ({1})", shownText(text), rangeName(range));
  const isAll = range.kind === "preset" && range.preset === "all";
  return [
    row(`$(info) ${labelText(none)}`, { kind: "nothing" }),
    ...note,
    ...(isAll ? [] : [row(`$(calendar) ${l10n.t("Change Time Range…")}`, { kind: "range" })]),
  ];
}

function namesText(count: number, formats: Formats): string {
  return plural(
    count,
    l10n.t("1 turn has the text only in field names"),
    l10n.t("{0} turns have the text only in field names", formats.exact(count)),
  );
}

function faultRows(fault: Fault): readonly ResultRow[] {
  const failed = row(`$(error) ${l10n.t("Search failed")}`, { kind: "nothing" });
  const shorter = row(`$(calendar) ${l10n.t("Shorter Time Range…")}`, { kind: "range" });
  return [
    { ...failed, detail: labelText(plainText(faultText(fault))) },
    ...(isTooMuch(fault) ? [shorter] : []),
    row(`$(refresh) ${l10n.t("Retry")}`, { kind: "more" }),
  ];
}

/** Whether fewer turns to search may help. */
function isTooMuch(fault: Fault): boolean {
  if (fault.kind === "timeout") return fault.phase !== "connect";
  return fault.kind === "tooExpensive" || (fault.kind === "serviceFailure" && fault.status === 504);
}

function row(label: string, action: ResultAction, description = ""): ResultRow {
  return { label, alwaysShow: true, action, ...(description !== "" && { description }) };
}
