import assert from "node:assert/strict";
import { test } from "node:test";
import type { LoadState } from "../../../../src/core/async/loadState.ts";
import { statusWords } from "../../../../src/core/calls/statusWords.ts";
import { countBoxPlaceholder, startRows, typedConditions } from "../../../../src/core/counts/box/boxRow.ts";
import { resultRows } from "../../../../src/core/counts/box/resultRows.ts";
import { allCalls, type CallCondition, type CallConditions } from "../../../../src/core/counts/callCondition.ts";
import { conditionFields, fieldName, fieldWords } from "../../../../src/core/counts/conditionField.ts";
import {
  conditionsText,
  conditionText,
  countRemarks,
  countText,
  fieldRow,
  storageText,
} from "../../../../src/core/counts/conditionText.ts";
import { countName } from "../../../../src/core/counts/countName.ts";
import { opItems } from "../../../../src/core/counts/opRows.ts";
import { countsMessage, savedCountRow, savedCountTooltip } from "../../../../src/core/counts/savedCountRow.ts";
import type { ShownCount } from "../../../../src/core/counts/watchedCounts.ts";
import type { Fault } from "../../../../src/core/failures/fault.ts";
import { faultText } from "../../../../src/core/failures/faultText.ts";
import type { CallCount } from "../../../../src/core/query/callQuery.ts";
import type { ProjectId } from "../../../../src/core/query/projectId.ts";
import { createFormats } from "../../../../src/core/text/format.ts";
import { issue } from "../failures/faults.ts";

process.env.TZ = "UTC";
const formats = createFormats("en");
const now = Date.UTC(2026, 10, 3, 12);
const at = now - 300_000;
const project: ProjectId = "acme/desk";
const fault: Fault = { kind: "unreachable", code: "ECONNREFUSED" };
const refused = faultText(fault);
const count = (some: Partial<CallCount> = {}): CallCount => ({
  count: 1234,
  hasMore: false,
  storageSize: null,
  rewritten: [],
  ...some,
});
const of = (...conditions: CallCondition[]): CallConditions => ({ ...allCalls, conditions });
const errors = of({ kind: "status", anyOf: ["error"] });
const limited: CallConditions = { ...allCalls, limit: 100 };
const stored: CallConditions = { ...allCalls, includeStorageSize: true };
const list = (field: Extract<CallCondition, { kind: "list" }>["field"], ...values: string[]) =>
  conditionText({ kind: "list", field, values }, formats);
const started = (preset: "1h" | "24h" | "7d" | "30d" | "all") =>
  conditionText({ kind: "started", range: { kind: "preset", preset } }, formats);
const latency = (atLeast: number | null, atMost: number | null, exclusive?: true) =>
  conditionText({ kind: "latency", atLeast, atMost, exclusive }, formats);
const counted = (some: Partial<CallCount> = {}, conditions = allCalls) => countText(count(some), conditions, formats);
const saved = { id: "c1", name: "errors", conditions: errors };
const shown: LoadState<CallCount> = { kind: "shown", value: count(), at };
const stale: LoadState<CallCount> = { kind: "stale", value: count(), at, fault };
const failed: LoadState<CallCount> = { kind: "failed", fault };
const loading: LoadState<CallCount> = { kind: "loading", value: null };
const rowOf = (load: LoadState<CallCount>, some: Partial<ShownCount> = {}): ShownCount => ({
  saved,
  load,
  change: null,
  isTemporary: false,
  inStatusBar: false,
  ...some,
});
const row = (load: LoadState<CallCount>, some?: Partial<ShownCount>) => {
  const { label, description, icon, spoken, contextValue } = savedCountRow(rowOf(load, some), formats, now);
  const [value, name] = label.split("  ");
  assert.equal(name, saved.name);
  return [[value, description].filter(Boolean).join(" · "), icon, spoken, contextValue];
};
const hint = (load: LoadState<CallCount>, some?: Partial<ShownCount>) =>
  savedCountTooltip(rowOf(load, some), project, formats);
const message = (unreadable: number, ...loads: readonly LoadState<CallCount>[]) =>
  countsMessage({ all: loads.map((load) => rowOf(load)), unreadable }, now, "a.example", formats);
const rateLimited: LoadState<CallCount> = {
  ...failed,
  fault: { kind: "rateLimited", retryAfter: 9, host: "a.example" },
};
const labels = (rows: readonly { readonly label: string; readonly description?: string; readonly detail?: string }[]) =>
  rows.map(({ label, description, detail }) =>
    [label, description, detail].filter((part) => part !== undefined).join(" | "),
  );
const result = (load: LoadState<CallCount>, conditions = errors, from: typeof saved | null = null) =>
  labels(resultRows({ conditions, load, project, saved: from, client: "own" }, formats));
const ops = (text: string, canRemove = false) => labels(opItems(text, project, canRemove, new Map()));

type Case = readonly [name: string, said: unknown, expected: unknown];

const conditionsCases: readonly Case[] = [
  ["all calls", conditionsText(allCalls, formats), "all calls"],
  [
    "conditions and a limit",
    conditionsText({ ...limited, conditions: [{ kind: "rootsOnly" }, ...errors.conditions] }, formats),
    "trace roots only, status is error, limit 100",
  ],
  [
    "refs that are looked through",
    conditionsText({ ...allCalls, expandColumns: ["inputs.model"] }, formats),
    "all calls, expanding refs in inputs.model",
  ],
  ["an op by its ref", list("opNames", "weave:///acme/desk/op/predict:*"), "op is predict"],
  ["an op that is no ref", list("opNames", "predict"), "op is “predict”"],
  ["two input refs", list("inputRefs", "a", "b"), "input ref is a or b"],
  ["many output refs", list("outputRefs", "a", "b", "c", "d"), "output ref is a, b or 2 others"],
  ["a parent", list("parentIds", "p"), "parent call is p"],
  ["a trace", list("traceIds", "t"), "trace is t"],
  ["a call", list("callIds", "c"), "call is c"],
  ["a thread", list("threadIds", "t"), "thread is t"],
  ["a turn", list("turnIds", "t"), "turn is t"],
  ["a user", list("userIds", "u"), "user is u"],
  ["a run", list("runIds", "r"), "run is r"],
  ["started in an hour", started("1h"), "started in the last hour"],
  ["started in a day", started("24h"), "started in the last 24 hours"],
  ["started in a week", started("7d"), "started in the last 7 days"],
  ["started in a month", started("30d"), "started in the last 30 days"],
  ["started whenever", started("all"), "started at any time"],
  [
    "started in a range",
    conditionText({ kind: "started", range: { kind: "custom", text: "2026-11-01 to 2026-11-02" } }, formats),
    "started from Nov 1, 2026, 12:00:00 AM to Nov 3, 2026, 12:00:00 AM (UTC)",
  ],
  [
    "statuses",
    conditionText({ kind: "status", anyOf: ["success", "error", "descendant_error"] }, formats),
    "status is success, error or failed call inside",
  ],
  ["a status that lasts", conditionText({ kind: "status", anyOf: ["running"] }, formats), "status is running"],
  ["at least so long", latency(2000, null), "took at least 2s"],
  ["at most so long, not rounded", latency(null, 1234), "took at most 1,234 ms"],
  ["longer than so long", latency(5000, null, true), "took more than 5s"],
  ["shorter than so long", latency(null, 500, true), "took less than 500ms"],
  ["between two lengths of time", latency(500, 3000), "took 500ms to 3s"],
  [
    "an expression",
    conditionText(
      { kind: "expression", query: { $expr: { $eq: [{ $getField: "inputs.a" }, { $literal: 1 }] } } },
      formats,
    ),
    "expression on inputs.a",
  ],
];

const countsCases: readonly Case[] = [
  ["an exact count", counted(), "1,234 calls"],
  ["one call", counted({ count: 1 }), "1 call"],
  ["no call", counted({ count: 0 }), "0 calls"],
  [
    "a count that stopped at its limit",
    counted({ count: 100, hasMore: true }, limited),
    "at least 100 calls (limit reached)",
  ],
  [
    "a count that may have stopped at its limit",
    counted({ count: 100, hasMore: null }, limited),
    "100 calls, possibly more (limit reached)",
  ],
  ["a count with more that are not counted", counted({ hasMore: true }), "at least 1,234 calls"],
  ["a count of calls that are listed", counted({ hasMore: true, listed: true }), "at least 1,234 calls"],
  [
    "remarks on an older form and on listing",
    countRemarks(count({ rewritten: ["$containsToken"], listed: true })),
    ["$containsToken rewritten for this service", "this service cannot count through refs"],
  ],
  ["storage that was not asked for", storageText(count(), allCalls, formats) ?? null, null],
  ["storage of all calls", storageText(count({ storageSize: 2_000_000 }), stored, formats), "Storage: 2 MB"],
  [
    "storage of some calls",
    storageText(count({ storageSize: 2_000_000 }), { ...errors, includeStorageSize: true }, formats),
    "Storage: 2 MB (only traces whose root call matches)",
  ],
  ["storage that is not known", storageText(count(), stored, formats), "Storage: unknown"],
];

const fieldsCases: readonly Case[] = [
  [
    "a field without a condition",
    fieldRow("status", allCalls, formats),
    { label: "Status", description: "Success, error, running or failed call inside · summary.weave.status" },
  ],
  [
    "a field with a condition",
    fieldRow("threadIds", of({ kind: "list", field: "threadIds", values: ["$(a)"] }), formats),
    {
      label: "Thread",
      description: "Thread ID; includes calls inside its turns · thread_ids",
      detail: "Current: thread is \\$(a)",
    },
  ],
  [
    "the fields of the count box",
    conditionFields.map((field) => [...fieldWords(field), fieldName(field)]),
    [
      ["Op", "Op name or ref", "op_names"],
      ["Input Ref", "Ref of an object in the inputs", "input_refs"],
      ["Output Ref", "Ref of an object in the output", "output_refs"],
      ["Parent Call", "Parent call ID", "parent_ids"],
      ["Trace", "Trace ID", "trace_ids"],
      ["Call", "Call ID", "call_ids"],
      ["Thread", "Thread ID; includes calls inside its turns", "thread_ids"],
      ["Turn", "Turn ID; includes calls inside the turn", "turn_ids"],
      ["User", "User ID, not a user name", "wb_user_ids"],
      ["Run", "Run ID in this project, or entity/project/run", "wb_run_ids"],
      ["Trace Roots Only", "Calls without a parent", "trace_roots_only"],
      ["Start Time", "When the call started", "started_at"],
      ["Status", "Success, error, running or failed call inside", "summary.weave.status"],
      ["Latency", "Call duration, such as > 2s", "summary.weave.latency_ms"],
    ],
  ],
  ["a call that succeeded", statusWords("success").hint, "The call and all calls inside succeeded"],
  ["a call that failed", statusWords("error").hint, "The call failed"],
  ["a call that runs", statusWords("running").hint, "The call has no end time"],
  [
    "a call with a failure below it",
    statusWords("descendant_error").hint,
    "The call succeeded, but a call inside it failed",
  ],
  [
    "the name of an op",
    ops("predict"),
    [
      "predict | any version | weave:///acme/desk/op/predict:*",
      "Exact match | for ops recorded without a ref | predict",
    ],
  ],
  [
    "the ref of an op",
    ops("weave:///acme/desk/op/predict:v1"),
    ["weave:///acme/desk/op/predict:v1 | as a ref | weave:///acme/desk/op/predict:v1"],
  ],
  [
    "two names, or one with a space",
    ops("predict answer"),
    [
      "predict answer | any version | weave:///acme/desk/op/predict:*, weave:///acme/desk/op/answer:*",
      "Exact match | for ops recorded without a ref | predict, answer",
      "Single name | for ops recorded without a ref | predict answer",
    ],
  ],
  ["nothing typed", ops(""), ["$(info) Enter an op name"]],
  ["nothing typed to take the condition away", ops("", true), ["Remove this condition"]],
  ["a list that cannot be read", ops("[1"), ['$(error) Invalid JSON. Enter an array of strings such as ["a", "b"].']],
];

const boxCases: readonly Case[] = [
  ["the prompt of the first page", countBoxPlaceholder("start"), "Select calls to count"],
  ["the prompt of the second page", countBoxPlaceholder("result"), "Select an action or a condition to edit"],
  [
    "the first page",
    labels(startRows([errors], [saved], formats)),
    [
      "All Calls",
      "Trace Roots Only",
      "Errors Today",
      "Calls to an Op…",
      "Calls in a Thread…",
      "Calls by a User…",
      "Calls in a Run…",
      "$(add) Add Condition… | op, thread, turn, trace, user, run, refs, time, status, latency",
      "Recent",
      "status is error",
      "Saved",
      "errors | status is error",
    ],
  ],
  [
    "while counting",
    result(loading),
    [
      "$(loading~spin) Counting… | status is error · acme/desk",
      "$(list-unordered) Show Calls",
      "$(save) Save Count…",
      "Conditions",
      "$(filter) status is error",
      "$(add) Add Condition…",
    ],
  ],
  [
    "the count",
    result(shown),
    [
      "$(symbol-numeric) 1,234 calls | exact · 11:55:00 AM | status is error · acme/desk",
      "$(list-unordered) Show Calls",
      "$(save) Save Count…",
      "Conditions",
      "$(filter) status is error",
      "$(add) Add Condition…",
    ],
  ],
  [
    "a count that was changed since it was saved",
    result(shown, { ...limited, includeStorageSize: true }, saved),
    [
      "$(symbol-numeric) 1,234 calls | exact · 11:55:00 AM | all calls, limit 100 · Storage: unknown · acme/desk",
      "$(list-unordered) Show Calls",
      "$(save-all) Save Changes to errors",
      "$(save) Save Count…",
      "Conditions",
      "$(add) Add Condition…",
      "$(stop) Limit… | 100",
      "$(check) Include Storage Size",
    ],
  ],
  [
    "a saved count",
    result(shown, errors, saved).slice(0, 3),
    [
      "$(symbol-numeric) errors: 1,234 calls | exact · 11:55:00 AM | status is error · acme/desk",
      "$(list-unordered) Show Calls",
      "Conditions",
    ],
  ],
  [
    "a count with more conditions than are on screen: 8 rows and a heading",
    result(shown, { ...stored, limit: 100, conditions: Array(4).fill(errors.conditions[0]) }, saved).slice(3),
    [
      "$(save) Save Count…",
      "Conditions",
      "$(filter) status is error",
      "$(add) Add Condition… | 3 more not shown",
      "$(stop) Limit… | 100",
      "$(check) Include Storage Size",
    ],
  ],
  [
    "a count that failed",
    result(failed).slice(0, 4),
    [
      `$(error) ${refused} | status is error · acme/desk`,
      "$(refresh) Retry",
      "$(arrow-right) Change Service URL",
      "$(globe) Use VS Code's HTTP Client",
    ],
  ],
  [
    "a count that was refused for its limit",
    result(
      { kind: "failed", fault: { kind: "invalidRequest", detail: "", issues: [issue(["body", "limit"])] } },
      limited,
    ).filter((text) => text.includes("$(error)") || text.includes("Limit") || text.includes("Stop")),
    [
      "$(error) The entries marked below were rejected by the service. | all calls, limit 100 · acme/desk",
      "$(error) Limit… | 100 | $(error) Wrong (value_error, limit)",
    ],
  ],
];

const predict = "weave:///acme/desk/op/predict:*";
const typed = (text: string) => labels(startRows([], [], formats, typedConditions(text, project))).slice(0, -8);
const onDay = (text: string): CallCondition => ({ kind: "started", range: { kind: "custom", text } });

const typedCases: readonly Case[] = [
  ["what an op's name or a user leads to", typed(" predict "), ["op is predict", "user is predict"]],
  ["what an op's ref leads to", typed(predict), ["op is predict", `user is ${predict}`]],
  ["what a status leads to", typed("Error"), ["status is error", "op is Error", "user is Error"]],
  ["what a number leads to", typed("2.5"), ["took at least 2.5s", "op is 2.5", "user is 2.5"]],
  ["what a latency with a unit leads to", typed("< 500ms"), ["took less than 500ms"]],
  ["what nothing or a sentence leads to", [typed(" "), typed("all the calls")], [[], []]],
  ["the name of a preset", countName(of(...errors.conditions, onDay("today")), formats), "Errors Today"],
  [
    "a generated name with a day that moves on",
    countName(of({ kind: "rootsOnly" }, onDay("today")), formats),
    "trace roots only, started today",
  ],
  [
    "a long generated name",
    countName(of(...errors.conditions, onDay("yesterday to today"), { kind: "rootsOnly" }), formats),
    "status is error, started y…ce roots only",
  ],
];

const savedCases: readonly Case[] = [
  ["all stored counts can be read", message(0), ""],
  [
    "a stored count that cannot be read",
    message(1),
    "1 more count was saved by another version of this extension and cannot be shown.",
  ],
  [
    "stored counts that cannot be read",
    message(1200),
    "1,200 more counts were saved by another version of this extension and cannot be shown.",
  ],
  [
    "counts that wait for a rate limit",
    message(0, shown, loading),
    "Rate limited by a.example. Retrying at 12:00:00 PM.",
  ],
  [
    "counts that failed because of a rate limit",
    message(1, failed, rateLimited),
    "Rate limited by a.example until 12:00:00 PM. 1 more count was saved by another version of this extension and cannot be shown.",
  ],
  ["counts that do not wait", message(0, shown, failed), ""],
  [
    "counts after a rate limit",
    countsMessage({ all: [rowOf(rateLimited), rowOf(loading)], unreadable: 0 }, null, "a.example", formats),
    "",
  ],
  [
    "a saved count that was not counted yet",
    row({ kind: "idle" }),
    ["–", { id: "symbol-numeric" }, "errors, not counted yet", "count"],
  ],
  [
    "a saved count while it is counted",
    row(loading),
    ["– · counting…", { id: "loading~spin" }, "errors, counting…", "count"],
  ],
  [
    "a saved count while it is counted again",
    row({ kind: "loading", value: count() }),
    ["1,234 calls · counting…", { id: "loading~spin" }, "errors, 1,234 calls, counting…", "count"],
  ],
  [
    "a saved count",
    row(shown),
    ["1,234 calls · 5m ago", { id: "symbol-numeric" }, "errors, 1,234 calls, 5m ago", "count"],
  ],
  [
    "a count that is not saved",
    [row(shown, { isTemporary: true }), hint(shown, { isTemporary: true }).at(-1)],
    [
      ["1,234 calls · 5m ago", { id: "list-unordered" }, "errors, 1,234 calls, 5m ago, not saved", "count.temporary"],
      "Not saved",
    ],
  ],
  [
    "a saved count with more calls than at the last look",
    row(shown, { change: { by: 12, since: at } }),
    [
      "1,234 calls · +12 since 11:55:00 AM · 5m ago",
      { id: "symbol-numeric" },
      "errors, 1,234 calls, +12 since 11:55:00 AM, 5m ago",
      "count",
    ],
  ],
  [
    "a saved count with fewer calls than days ago",
    row(shown, { change: { by: -3, since: now - 3 * 86_400_000 } }),
    [
      "1,234 calls · −3 since 3d ago · 5m ago",
      { id: "symbol-numeric" },
      "errors, 1,234 calls, −3 since 3d ago, 5m ago",
      "count",
    ],
  ],
  [
    "a saved count that stayed",
    row(shown, { change: { by: 0, since: at } }),
    ["1,234 calls · unchanged · 5m ago", { id: "symbol-numeric" }, "errors, 1,234 calls, unchanged, 5m ago", "count"],
  ],
  [
    "a saved count that failed again",
    row(stale),
    [
      "1,234 calls · 5m ago · Connection refused",
      { id: "warning", color: "list.warningForeground" },
      `errors, 1,234 calls, 5m ago, ${refused}`,
      "count",
    ],
  ],
  [
    "a saved count that failed",
    row(failed),
    ["– · Connection refused", { id: "warning", color: "list.errorForeground" }, `errors, ${refused}`, "count"],
  ],
  [
    "a saved count in the status bar",
    row(shown, { inStatusBar: true }),
    ["1,234 calls · 5m ago", { id: "pinned" }, "errors, 1,234 calls, 5m ago, in the status bar", "count.status"],
  ],
  [
    "the tooltip of a saved count that was not counted yet",
    hint({ kind: "idle" }),
    ["errors", "Conditions: status is error", "Project: acme/desk", "Not counted yet"],
  ],
  [
    "the tooltip of a saved count while it is counted",
    hint(loading),
    ["errors", "Conditions: status is error", "Project: acme/desk", "Counting…"],
  ],
  [
    "the tooltip of a saved count",
    hint(shown, { inStatusBar: true, change: { by: 12, since: at } }),
    [
      "errors",
      "Conditions: status is error",
      "Project: acme/desk",
      "1,234 calls",
      "+12 since last viewed (Nov 3, 2026, 11:55:00 AM)",
      "Last counted: Nov 3, 2026, 11:55:00 AM",
      "Shown in status bar",
    ],
  ],
  [
    "the tooltip of a saved count that stayed",
    hint(shown, { change: { by: 0, since: at } }).at(4),
    "Unchanged since last viewed (Nov 3, 2026, 11:55:00 AM)",
  ],
  [
    "the tooltip of a saved count that failed again",
    hint(stale),
    [
      "errors",
      "Conditions: status is error",
      "Project: acme/desk",
      "1,234 calls",
      "Last counted: Nov 3, 2026, 11:55:00 AM",
      `Refresh failed: ${refused}`,
    ],
  ],
  [
    "the tooltip of a saved count that failed",
    hint(failed),
    ["errors", "Conditions: status is error", "Project: acme/desk", refused],
  ],
];

for (const [name, said, expected] of [
  ...conditionsCases,
  ...countsCases,
  ...fieldsCases,
  ...boxCases,
  ...typedCases,
  ...savedCases,
]) {
  test(name, () => assert.deepEqual(said, expected));
}
