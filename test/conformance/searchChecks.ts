import { faultOf } from "../../src/core/async/loadState.ts";
import { ServiceError } from "../../src/core/failures/fault.ts";
import type { TimeBounds } from "../../src/core/query/startedWithin.ts";
import { ConversationSearch } from "../../src/core/search/conversationSearch.ts";
import { isNested, type Json } from "../../src/core/text/json.ts";
import { textPattern } from "../../src/core/text/textPattern.ts";
import type { StoredCall } from "../../src/localService/query/storedCall.ts";
import type { Check, Part } from "./check.ts";
import { type DataSet, firstStart, largeText, notes, now } from "./dataSet.ts";
import { bytewise, isTurn, liveCalls } from "./recomputed.ts";

/** What is promised about case: ASCII letters in any case, other letters in one case or with a capital first letter. */
const texts: readonly string[] = [
  "refund",
  "REFUND voucher",
  "no such text",
  ...notes,
  "größe",
  "GRÖßE NAÏVE",
  "Größe NAïVE",
  "日本語",
  "🚚 Late",
  'SAY "HI"',
  '"',
  "c:\\TEMP",
  "\\",
  "LINE\nsecond",
  "TAB\t",
  "it's AN",
  "0.2",
  "true",
  "%",
  "temperature",
  "content",
  "messages",
  "plain Text, 3.5",
  largeText,
];

const day = 24 * 3_600_000;
const ranges: readonly (readonly [name: string, bounds: TimeBounds])[] = [
  ["since a moment", { after: now - day }],
  ["before a moment", { before: firstStart + day }],
  ["in a range", { after: firstStart + day / 4, before: firstStart + day }],
];

/** The search of Find, to its end. */
export const searchChecks: Part = {
  title: "Search in conversations",
  checks: () => [
    ...texts.map((text) => check(JSON.stringify(text), text, {})),
    ...ranges.map(([name, bounds]) => check(name, "refund", bounds)),
  ],
};

function check(name: string, text: string, bounds: TimeBounds): Check {
  return {
    name,
    ask: async (target) => {
      const search = new ConversationSearch({ target, text, bounds, now: () => now });
      do {
        await search.loadMore();
        const fault = faultOf(search.load);
        if (fault !== null) throw new ServiceError(fault);
      } while (!search.found.ended);
      return search.found.turns.map(({ turn, passage }) => [turn.id, passage === null]);
    },
    expect: (data) => found(data, text, bounds).map((call) => [call.id, isLarge(call)]),
  };
}

function found(data: DataSet, text: string, { after, before }: TimeBounds): readonly StoredCall[] {
  const pattern = new RegExp(textPattern(text).source, "iu");
  const inJson = new RegExp(textPattern(JSON.stringify(text).slice(1, -1)).source, "iu");
  const contains = (call: StoredCall, document: Json) =>
    isLarge(call) ? inJson.test(JSON.stringify(document)) : has(document, pattern);
  return liveCalls(data)
    .filter((call) => isTurn(call) && (contains(call, call.inputs) || contains(call, call.output)))
    .filter(
      ({ started_at }) => (after === undefined || started_at > after) && (before === undefined || started_at < before),
    )
    .toSorted((a, b) => b.started_at - a.started_at || bytewise(b.id, a.id));
}

function has(value: Json, pattern: RegExp): boolean {
  if (value === null) return false;
  return isNested(value) ? Object.values(value).some((inner) => has(inner, pattern)) : pattern.test(String(value));
}

/** Large turns are listed without being loaded, also where only a field name has the text. */
function isLarge({ storage_size_bytes }: StoredCall): boolean {
  return storage_size_bytes > 256 * 1024;
}
