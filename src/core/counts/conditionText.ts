import * as l10n from "@vscode/l10n";
import { statusWords } from "../calls/statusWords.ts";
import type { LatencyRange } from "../input/latencyRange.ts";
import { boundsText } from "../input/rangeText.ts";
import { resolveRange, type TimePreset } from "../input/timeRange.ts";
import type { CallCount } from "../query/callQuery.ts";
import type { Query } from "../query/expression.ts";
import { parseOpRef } from "../query/opRef.ts";
import { day, type Formats, hour, minute } from "../text/format.ts";
import { callsText } from "../text/plural.ts";
import type { PickRow } from "../text/rows.ts";
import { listed } from "../text/sentences.ts";
import { labelText, middleCut, visibleCut, visibleText } from "../text/visibleText.ts";
import {
  type CallCondition,
  type CallConditions,
  countedStorage,
  countsAll,
  isExact,
  type ListField,
  sentLimit,
} from "./callCondition.ts";
import { type ConditionField, fieldName, fieldOf, fieldWords } from "./conditionField.ts";

const longestValue = 48;
const mostValues = 3;

/** `all calls`, or all conditions and the limit, which newer services ignore. `asTyped`: moving times have no date. */
export function conditionsText(conditions: CallConditions, formats: Formats, asTyped = false): string {
  const { expandColumns } = conditions;
  const limit = sentLimit(conditions);
  const parts = conditions.conditions.map((condition) => conditionText(condition, formats, asTyped));
  if (parts.length === 0) parts.push(l10n.t("all calls"));
  if (expandColumns.length > 0) parts.push(l10n.t("expanding refs in {0}", listed(expandColumns.map(visibleText))));
  if (limit !== null) parts.push(l10n.t("limit {0}", formats.exact(limit)));
  return listed(parts);
}

/** One condition: `op is predict`, `started since yesterday`, `trace roots only`. */
export function conditionText(condition: CallCondition, formats: Formats, asTyped = false): string {
  switch (condition.kind) {
    case "list": {
      const { field, values } = condition;
      const shown = field === "opNames" ? values.map(opText) : values;
      return l10n.t("{0} is {1}", fieldText(field), listText(shown, formats));
    }
    case "rootsOnly":
      return l10n.t("trace roots only");
    case "started": {
      const { range } = condition;
      if (range.kind === "preset") return sinceText(range.preset);
      const text = asTyped ? visibleText(range.text) : boundsText(resolveRange(range, Date.now()), formats);
      return l10n.t("started {0}", text);
    }
    case "status": {
      const words = condition.anyOf.map((status) => statusWords(status).word);
      return l10n.t("status is {0}", listText(words, formats));
    }
    case "latency":
      return latencyText(condition, formats);
    case "expression": {
      const fields = queryFields(condition.query);
      return fields.length === 0 ? l10n.t("expression") : l10n.t("expression on {0}", listText(fields, formats));
    }
  }
}

/** The row of a field that a condition can be about, with its current condition. */
export function fieldRow(field: ConditionField, { conditions }: CallConditions, formats: Formats): PickRow {
  const [title, hint] = fieldWords(field);
  const current = conditions.find((condition) => fieldOf(condition) === field);
  return {
    label: title,
    description: `${hint} · ${fieldName(field)}`,
    ...(current && { detail: l10n.t("Current: {0}", labelText(conditionText(current, formats))) }),
  };
}

/** `took 500ms to 3s` */
export function latencyText({ atLeast, atMost, exclusive }: LatencyRange, formats: Formats): string {
  // Durations are rounded for display, but conditions must be exact.
  const exact = (bound: number) =>
    bound % shownStep(bound) === 0 ? formats.duration(bound) : l10n.t("{0} ms", formats.exact(bound));
  if (atMost === null) {
    const bound = exact(atLeast ?? 0);
    return exclusive ? l10n.t("took more than {0}", bound) : l10n.t("took at least {0}", bound);
  }
  if (atLeast !== null) return l10n.t("took {0} to {1}", exact(atLeast), exact(atMost));
  return exclusive ? l10n.t("took less than {0}", exact(atMost)) : l10n.t("took at most {0}", exact(atMost));
}

/** The rounding step of durations of this size, in milliseconds. */
function shownStep(duration: number): number {
  if (duration < 1000) return 1;
  if (duration < minute) return 100;
  return duration < hour ? 1000 : duration < day ? minute : hour;
}

function sinceText(preset: TimePreset): string {
  return {
    "1h": l10n.t("started in the last hour"),
    "24h": l10n.t("started in the last 24 hours"),
    "7d": l10n.t("started in the last 7 days"),
    "30d": l10n.t("started in the last 30 days"),
    all: l10n.t("started at any time"),
  }[preset];
}

/** The name of a field within a sentence. */
function fieldText(field: ListField): string {
  return {
    opNames: l10n.t("op"),
    inputRefs: l10n.t("input ref"),
    outputRefs: l10n.t("output ref"),
    parentIds: l10n.t("parent call"),
    traceIds: l10n.t("trace"),
    callIds: l10n.t("call"),
    threadIds: l10n.t("thread"),
    turnIds: l10n.t("turn"),
    userIds: l10n.t("user"),
    runIds: l10n.t("run"),
  }[field];
}

/** `12,345 calls`, or a lower bound if counting stopped at a limit. */
export function countText(count: CallCount, conditions: CallConditions, formats: Formats): string {
  const calls = callsText(count.count, formats);
  if (isExact(count, conditions)) return calls;
  if (count.listed || count.count !== sentLimit(conditions)) return l10n.t("at least {0}", calls);
  return count.hasMore === null
    ? l10n.t("{0}, possibly more (limit reached)", calls)
    : l10n.t("at least {0} (limit reached)", calls);
}

/** Short remarks on a count that differs from the request. */
export function countRemarks({ rewritten, listed: isListed }: CallCount): readonly string[] {
  return [
    ...(rewritten.length === 0 ? [] : [l10n.t("{0} rewritten for this service", listed(rewritten))]),
    ...(isListed ? [l10n.t("this service cannot count through refs")] : []),
  ];
}

/** The storage size of the counted traces; undefined if it was not requested. */
export function storageText(count: CallCount, conditions: CallConditions, formats: Formats): string | undefined {
  if (!conditions.includeStorageSize) return undefined;
  const storage = countedStorage(count, conditions);
  if (storage === null) return l10n.t("Storage: unknown");
  const size = formats.size(storage);
  return countsAll(conditions)
    ? l10n.t("Storage: {0}", size)
    : l10n.t("Storage: {0} (only traces whose root call matches)", size);
}

/** Op refs are long and similar, so only the name and a requested version are shown. Bare names are quoted. */
function opText(op: string): string {
  const ref = parseOpRef(op);
  if (ref === undefined) return l10n.t("“{0}”", op);
  return ref.version === null ? ref.name : `${ref.name}:${middleCut(ref.version, 9)}`;
}

/** `a`, `a or b`, `a, b or 7 others` */
function listText(values: readonly string[], formats: Formats): string {
  const shown = values.map((value) => visibleCut(value, longestValue));
  const [first = "", ...others] = shown;
  if (others.length === 0) return first;
  const last = others.pop() ?? "";
  if (shown.length <= mostValues) return l10n.t("{0} or {1}", listed([first, ...others]), last);
  const named = shown.slice(0, mostValues - 1);
  return l10n.t("{0} or {1} others", listed(named), formats.exact(shown.length - named.length));
}

/** The distinct fields in a query, in order of first use. */
function queryFields(query: Query): readonly string[] {
  const fields = new Set<string>();
  JSON.stringify(query, (key, value: unknown) => {
    if (key === "$getField" && typeof value === "string") fields.add(value);
    return value;
  });
  return [...fields];
}
