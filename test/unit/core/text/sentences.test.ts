import assert from "node:assert/strict";
import { test } from "node:test";
import * as l10n from "@vscode/l10n";
import { shortSortText, sortKeyText } from "../../../../src/core/conversations/sortText.ts";
import { allCalls, type CallConditions } from "../../../../src/core/counts/callCondition.ts";
import { conditionsText } from "../../../../src/core/counts/conditionText.ts";
import { savedCountRow } from "../../../../src/core/counts/savedCountRow.ts";
import { faultText } from "../../../../src/core/failures/faultText.ts";
import { withAlerts } from "../../../../src/core/project/statusText.ts";
import { createFormats } from "../../../../src/core/text/format.ts";
import { listed, sentences, withReason } from "../../../../src/core/text/sentences.ts";
import { inLanguage, type Locale } from "../../inLanguage.ts";

const conditions: CallConditions = {
  ...allCalls,
  conditions: [
    { kind: "list", field: "opNames", values: ["a", "b", "c", "d"] },
    { kind: "list", field: "threadIds", values: ["e", "f", "g"] },
    { kind: "rootsOnly" },
  ],
};
const counted = (language: Locale | "en") =>
  savedCountRow(
    {
      saved: { id: "c1", name: "errors", conditions: allCalls },
      load: { kind: "shown", value: { count: 12, hasMore: false, storageSize: null, rewritten: [] }, at: 0 },
      change: { by: 3, since: -5 * 86_400_000 },
      isTemporary: true,
      inStatusBar: false,
    },
    createFormats(language),
    0,
  ).spoken;
const status = { icon: "bell", text: "", spoken: "Weave: 12 calls" };

const cases: readonly (readonly [language: Locale | "en", what: string, say: () => string, expected: string])[] = [
  ["en", "sentences", () => sentences("One.", "", "Two…", "Three"), "One. Two… Three"],
  ["en", "sentences without stops", () => sentences("7 days", "Two"), "7 days. Two"],
  ["en", "no sentences", () => sentences("", ""), ""],
  ["en", "a reason", () => withReason("It failed.", " no memory "), "It failed: no memory."],
  ["en", "a reason with a stop", () => withReason("It failed.", "Why?"), "It failed: Why?"],
  ["en", "no reason", () => withReason("It failed.", " "), "It failed."],
  ["en", "a list", () => listed(["a", "b"]), "a, b"],
  ["en", "a change", () => counted("en"), "errors, 12 calls, +3 since 5d ago, 0s ago, not saved"],
  ["de", "a change", () => counted("de"), "errors, 12 Calls, +3 ggü. vor 5 Tagen, vor 0 Sek., nicht gespeichert"],
  ["de", "sentences", () => sentences("Eins.", "Zwei"), "Eins. Zwei"],
  ["ja", "sentences", () => sentences("一。", "二…", "三", "四"), "一。二… 三。四"],
  [
    "ja",
    "a reason",
    () => withReason(l10n.t("Not found on {0}.", "a.example"), "no row"),
    "a.example で見つかりません: no row。",
  ],
  ["ja", "a reason with a stop", () => withReason("失敗しました。", "Why?"), "失敗しました: Why?"],
  [
    "ja",
    "a fault",
    () => faultText({ kind: "notFound", detail: "no row" }),
    "サービス で見つかりません: no row。別のプロジェクトを選択してください。",
  ],
  ["ja", "alerts", () => withAlerts(status, ["errors > 3"]).spoken, "Weave: 12 calls。errors > 3"],
  ["ja", "a change", () => counted("ja"), "errors、12 件の Call、5日前 から +3、0秒前、未保存"],
  ["ja", "a sort order", () => sortKeyText({ field: "turn_count", direction: "desc" }), "ターン、多い順"],
  [
    "zh-cn",
    "a short sort order",
    () =>
      shortSortText([
        { field: "turn_count", direction: "desc" },
        { field: "start_time", direction: "asc" },
      ]),
    "轮次 ↓，开始 ↑",
  ],
  ["zh-cn", "a change", () => counted("zh-cn"), "errors，12 次调用，自 5天前 起 +3，0秒前，未保存"],
  [
    "en",
    "conditions",
    () => conditionsText(conditions, createFormats("en")),
    "op is “a”, “b” or 2 others, thread is e, f or g, trace roots only",
  ],
  [
    "de",
    "conditions",
    () => conditionsText(conditions, createFormats("de")),
    "Op ist „a“, „b“ oder 2 weitere, Thread ist e, f oder g, nur Root-Calls",
  ],
  [
    "ja",
    "conditions",
    () => conditionsText(conditions, createFormats("ja")),
    "op が 「a」、「b」 または他の 2 件、スレッド が e、f または g、トレースのルートのみ",
  ],
];
for (const [language, what, say, expected] of cases) {
  test(`${what} in ${language}: ${expected}`, () => assert.equal(inLanguage(language, say), expected));
}
