import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import type { LoadState } from "../../../../src/core/async/loadState.ts";
import { Observable } from "../../../../src/core/async/observable.ts";
import { everyThread } from "../../../../src/core/conversations/threadSelection.ts";
import { allCalls, type CallCondition } from "../../../../src/core/counts/callCondition.ts";
import { conditionsText } from "../../../../src/core/counts/conditionText.ts";
import * as countSchemas from "../../../../src/core/counts/countSchemas.ts";
import { isReadable } from "../../../../src/core/counts/savedCount.ts";
import { savedCountRow, savedCountTooltip } from "../../../../src/core/counts/savedCountRow.ts";
import { passedText } from "../../../../src/core/counts/threshold.ts";
import type { ShownCount } from "../../../../src/core/counts/watchedCounts.ts";
import { createMask, type Mask } from "../../../../src/core/privacy/mask.ts";
import { isPseudonym } from "../../../../src/core/privacy/pseudonyms.ts";
import type { CallCount } from "../../../../src/core/query/callQuery.ts";
import type { Session } from "../../../../src/core/session/session.ts";
import { createFormats } from "../../../../src/core/text/format.ts";
import { Preferences } from "../../../../src/vscode/storage/preferences.ts";
import { sharedMap } from "../../vscode/storage/sharedMap.ts";

const project = "acme/desk";
const originals = /acme|desk|alice|t-1|c-1|u-1|r-1|x-1|d1d1|refund/;
const mask = createMask();

const account = { url: "https://trace.wandb.ai", origin: "https://trace.wandb.ai" };
const sessions: readonly (readonly [session: Session, username: RegExp | null])[] = [
  [{ kind: "signedIn", project, account: { ...account, username: "alice" } }, /^user-\w{8}$/],
  [{ kind: "signedIn", project: null, account: { ...account, username: "api" } }, /^api$/],
  [{ kind: "sample", project }, null],
  [{ kind: "held", project, reason: "restricted" }, null],
  [{ kind: "signedOut", project, problem: null }, null],
];
for (const [session, username] of sessions) {
  test(`the ${session.kind} session ${session.project} names neither project nor user`, () => {
    const shown = mask.session(session);
    assert.doesNotMatch(JSON.stringify(shown), originals);
    assert.equal(shown.project === null, session.project === null);
    if (shown.project !== null) assert.equal(mask.revealProject(shown.project), project);
    if (shown.kind === "signedIn" && username !== null) assert.match(shown.account.username, username);
    assert.deepEqual(mask.session(session), shown, "it is stable");
  });
}

const ref = "weave:///acme/desk/op/answer:d1d1";
const conditions: readonly (readonly [condition: CallCondition, text: RegExp])[] = [
  [{ kind: "list", field: "opNames", values: [ref] }, /^op is answer:ref-/],
  [
    { kind: "list", field: "opNames", values: ["weave:///acme/desk/op/answer:*", "plain"] },
    /^op is answer or “plain”$/,
  ],
  [{ kind: "list", field: "threadIds", values: ["t-1"] }, /thread-\w{8}/],
  [{ kind: "list", field: "callIds", values: ["c-1"] }, /call-\w{8}/],
  [{ kind: "list", field: "parentIds", values: ["c-1"] }, /call-\w{8}/],
  [{ kind: "list", field: "turnIds", values: ["c-1"] }, /call-\w{8}/],
  [{ kind: "list", field: "traceIds", values: ["x-1"] }, /trace-\w{8}/],
  [{ kind: "list", field: "userIds", values: ["u-1"] }, /user-\w{8}/],
  [{ kind: "list", field: "runIds", values: ["r-1"] }, /run-\w{8}/],
  [{ kind: "list", field: "runIds", values: ["acme/desk/r-1"] }, /entity-\w{8}\/project-.*\/run-\w{8}/],
  [{ kind: "list", field: "inputRefs", values: ["weave:///acme/desk/object/refund:d1d1"] }, /ref-\w{8}/],
  [
    {
      kind: "expression",
      query: {
        $expr: { $contains: { input: { $getField: "inputs.question" }, substr: { $literal: "refund" } } },
      },
    },
    /text-\w{8}|expression/,
  ],
  [{ kind: "rootsOnly" }, /^trace roots only$/],
];
for (const [condition, text] of conditions) {
  test(`a condition on ${condition.kind === "list" ? condition.values : condition.kind} shows ${text.source}`, () => {
    const requested = { ...allCalls, conditions: [condition] };
    const shown = mask.conditions(requested);
    assert.doesNotMatch(JSON.stringify(shown), originals);
    assert.match(conditionsText(shown, createFormats("en-US")), text);
    assert.deepEqual(mask.conditions(shown), shown, "pseudonyms stay");
    assert.deepEqual(mask.revealed(shown), requested);
  });
}

const [own, other] = [mask, createMask()].flatMap((one) => one.session({ kind: "sample", project }).project ?? []);
assert.ok(own && other);
const named = [project, own, other] as const;
test("a project with pseudonyms is recognized, and whether they are of this window", () => {
  assert.deepEqual(named.map(isPseudonym), [false, true, true]);
  assert.deepEqual(
    named.map((name) => mask.revealProject(name) === name),
    [true, false, true],
  );
});

test("what is stored in the mode has originals, and what is read has none", async () => {
  const values = new Map<string, unknown>();
  const memento = {
    keys: () => [...values.keys()],
    get: (key: string) => values.get(key),
    update: async (key: string, value: unknown) => void values.set(key, value),
  };
  const state = { globalState: { ...memento, setKeysForSync: () => undefined }, workspaceState: memento };
  const [open, hidden] = [null, mask].map(
    (one) => new Preferences(state, sharedMap(values), async () => countSchemas, new Observable<Mask | null>(one)),
  );
  assert.ok(open && hidden);
  for (const one of [open, hidden]) await one.prepare({ kind: "signedOut", project, problem: null });
  const masked = mask.session({ kind: "sample", project }).project;
  assert.ok(masked);
  const threadIds = { ...allCalls, conditions: [{ kind: "list", field: "threadIds", values: ["t-1"] }] } as const;
  const filter = { ...everyThread.filter, threadIds: ["t-1"] };
  const saved = { id: "1", name: "of alice", conditions: threadIds, threshold: undefined };
  const counts = { entries: [saved], inStatusBar: "1" };
  const seen = new Map([["1", { count: 3, at: 4, conditions: threadIds }]]);
  await open.setFilter(project, filter);
  await open.counts.change(project, () => counts);
  await open.counts.saveSeen(project, seen);
  await open.counts.addRecentCount(project, threadIds);
  await open.onlyErrors(project).set(true);
  const before = structuredClone([...values]);

  const read = [
    hidden.selection(masked, everyThread).filter,
    hidden.counts.load(masked),
    [...hidden.counts.loadSeen(masked)],
    hidden.counts.recentCounts(masked),
  ];
  assert.doesNotMatch(JSON.stringify(read), originals);
  assert.equal(hidden.onlyErrors(masked).value, true);

  values.clear();
  const { filter: shown } = hidden.selection(masked, { ...everyThread, filter: mask.filter(filter) });
  await hidden.setFilter(masked, shown);
  await hidden.counts.change(masked, () => ({
    entries: [
      {
        ...saved,
        name: mask.counts(counts).entries.flatMap((one) => ("name" in one ? one.name : []))[0] ?? "",
        conditions: mask.conditions(threadIds),
      },
    ],
    inStatusBar: "1",
  }));
  await hidden.counts.saveSeen(masked, mask.seen(seen));
  await hidden.counts.addRecentCount(masked, mask.conditions(threadIds));
  await hidden.onlyErrors(masked).set(true);
  assert.deepEqual(JSON.parse(JSON.stringify([...values])), JSON.parse(JSON.stringify(before)));
});

test("the row, tooltip and notification of a saved count have pseudonyms", () => {
  const conditions = {
    ...allCalls,
    conditions: [
      { kind: "list", field: "opNames", values: [ref] },
      { kind: "list", field: "userIds", values: ["alice", "u-1"] },
    ],
  } as const;
  const stored = { id: "1", name: "refund of alice", conditions, threshold: { above: 2, notifies: true } };
  const [saved] = mask.counts({ entries: [stored], inStatusBar: null }).entries;
  assert.ok(saved && isReadable(saved));
  const value = { count: 12, hasMore: false, storageSize: null, rewritten: [] };
  const load: LoadState<CallCount> = { kind: "shown", value, at: 1000 };
  const shown: ShownCount = { saved, isTemporary: false, load, change: null, inStatusBar: true };
  const formats = createFormats("en");
  const masked = mask.session({ kind: "sample", project }).project ?? "";
  const texts = [
    JSON.stringify(savedCountRow(shown, formats, 2000)),
    savedCountTooltip(shown, masked, formats).join("\n"),
    passedText(shown, formats),
  ];
  for (const text of texts) assert.doesNotMatch(text, originals);
  assert.match(texts[2] ?? "", /^count-\w{8}: 12 calls \(> 2\)$/);
});

test("the commands that are off are commands of the extension", () => {
  const { contributes } = JSON.parse(readFileSync("package.json", "utf8"));
  const commands: readonly string[] = contributes.commands.map(({ command }: { command: string }) => command);
  const off = commands.filter((command) => mask.refuses(command));
  assert.equal(off.length, 33);
  for (const command of [
    ..."copyThreadId copyTurnId openInBrowser copyLink findThread openLink askConversation".split(" "),
    ..."debugFailure copyAsRequest copyAsTestCase exportConversation addNote".split(" "),
  ])
    assert.ok(off.includes(`weaveThreads.${command}`), command);
  for (const command of ["togglePrivacyMode", "openConversation", "exportThreads", "signOut", "refresh"])
    assert.ok(!off.includes(`weaveThreads.${command}`), command);
});
