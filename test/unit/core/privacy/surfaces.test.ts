import assert from "node:assert/strict";
import { test } from "node:test";
import { realClock } from "../../../../src/core/async/clock.ts";
import { shownValue } from "../../../../src/core/async/loadState.ts";
import { projectClient } from "../../../../src/core/conversations/conversationSources.ts";
import { detailTreeRow } from "../../../../src/core/conversations/detailRowText.ts";
import { plainDetail } from "../../../../src/core/conversations/plainDetail.ts";
import { detailFacts, detailRows } from "../../../../src/core/conversations/threadDetails.ts";
import { threadTreeRow } from "../../../../src/core/conversations/threadRowText.ts";
import { everyThread } from "../../../../src/core/conversations/threadSelection.ts";
import { threadTooltip, turnTooltip } from "../../../../src/core/conversations/threadTooltip.ts";
import { turnRows, turnTreeRow } from "../../../../src/core/conversations/turnRow.ts";
import { allCalls, callsOfThread } from "../../../../src/core/counts/callCondition.ts";
import { callRows, callTooltip, callTreeRow } from "../../../../src/core/counts/callRow.ts";
import { conditionsText } from "../../../../src/core/counts/conditionText.ts";
import { callsSince, runName } from "../../../../src/core/counts/lastRun.ts";
import type { StoredCounts } from "../../../../src/core/counts/savedCount.ts";
import { savedCountRow, savedCountTooltip } from "../../../../src/core/counts/savedCountRow.ts";
import { exportFormats, exportName } from "../../../../src/core/export/exportFormat.ts";
import { callTable, countTable, threadTable } from "../../../../src/core/export/exportTables.ts";
import { type ExportTable, exportText } from "../../../../src/core/export/exportText.ts";
import { hoverLines, numbersTitle, numbersTooltip } from "../../../../src/core/opNavigation/opLensText.ts";
import { OpNumbers } from "../../../../src/core/opNavigation/opNumbers.ts";
import { Overview } from "../../../../src/core/overview/overview.ts";
import { overviewState } from "../../../../src/core/overview/overviewState.ts";
import { queryExportedCalls } from "../../../../src/core/port/operations.ts";
import type { ProjectClient } from "../../../../src/core/port/projectClient.ts";
import { createMask } from "../../../../src/core/privacy/mask.ts";
import { OpenProject } from "../../../../src/core/project/openProject.ts";
import { callDocumentNames } from "../../../../src/core/query/call.ts";
import { sampleProjects } from "../../../../src/core/query/projectId.ts";
import { threadJson } from "../../../../src/core/query/thread.ts";
import { defaultNetwork } from "../../../../src/core/settings/network.ts";
import { createFormats } from "../../../../src/core/text/format.ts";
import type { Json } from "../../../../src/core/text/json.ts";
import { startSampleService } from "../../../../src/localService/sampleService.ts";
import { HttpThreadService } from "../../../../src/service/client.ts";
import { eventually } from "../../../editor/workbench/eventually.ts";
import { collect } from "../../service/threads.ts";

const { signal } = new AbortController();
const [project] = sampleProjects;
const formats = createFormats("en");
const date = new Date("2026-11-20T12:00:00Z");
const now = date.getTime();
const calls = { project, documents: callDocumentNames };

/** What is shown, spoken, exported and copied of a project, by where it is. */
async function surfacesOf(target: ProjectClient, stored: StoredCounts): Promise<ReadonlyMap<string, string>> {
  const surfaces = new Map<string, string>();
  const read = (where: string, ...shown: readonly unknown[]) =>
    void surfaces.set(where, `${surfaces.get(where) ?? ""}${JSON.stringify(shown)}\n`);
  const open = new OpenProject({
    ...{ now: () => now, clock: realClock, pageSize: () => 100, threadMessages: () => true },
    seen: { seen: () => undefined, setSeen: async () => undefined },
    savedCounts: {
      load: () => stored,
      change: async () => false,
      loadSeen: () => new Map(),
      saveSeen: async () => undefined,
    },
    onBug: (error) => assert.fail(String(error)),
  });
  open.reset(target, everyThread);
  const { threads, turns, details, failures, messages, saved } = open;
  await threads.refresh();
  await messages.check();
  const listed = threads.listing.threads;
  for (const thread of listed.slice(0, 12)) {
    const [load, , failure] = await Promise.all([turns.ended(thread), details.ended(thread), failures.loaded(thread)]);
    const checked = turns.checked(thread, {});
    const shown = {
      formats,
      now,
      notes: [],
      isNew: true,
      hasFailed: true,
      section: "list" as const,
      isOpen: false,
      opens: true,
      isAlike: false,
    };
    const message = messages.of(thread);
    read("rows of threads", threadTreeRow(checked, { ...shown, sortedBy: "last_updated", message }));
    const rest = { newSince: 0, failure, feedback: "", isUnknown: false, window: null, message };
    read("tooltips of threads", threadTooltip(checked, { ...shown, ...rest }));
    for (const row of turnRows(thread, load, "list"))
      if (row.kind === "turn")
        read("rows of turns", turnTreeRow(row, { formats, now, seen: 0 }), turnTooltip(row, formats));
    const known = { calls: details.of(thread), turns: turns.known(thread.id) };
    for (const row of detailRows({ checked, ...known, section: "list" as const }))
      read("rows of details", detailTreeRow(row, formats, null));
    read("copied JSON", threadJson(thread));
    read("copied values", ...detailFacts.map((fact) => plainDetail(fact, thread, known)));
  }

  const run = { kind: "task", at: now - 30 * 24 * 3_600_000 } as const;
  saved.show(callsSince(run), runName(run, formats));
  await saved.refresh();
  for (const count of saved.all) {
    read("rows of counts", savedCountRow(count, formats, now), savedCountTooltip(count, target.project, formats));
    const where = `rows of calls of ${count.isTemporary ? "the last run" : "a saved count"}`;
    const rows = await eventually(() => {
      const load = open.calls.list(count.saved);
      assert.equal(load.kind, "shown");
      return callRows(count.saved.id, load);
    });
    for (const row of rows)
      if (row.kind === "call") read(where, callTreeRow(row, formats, now), callTooltip(row, formats));
  }

  const overview = new Overview({ threads, now: () => now, onChange: () => undefined });
  await overview.refresh();
  const context = { session: null, onlyErrors: false, client: "own", formats } as const;
  const state = overviewState(overview, context);
  const columns = shownValue(overview.load)?.columns.view();
  assert.ok(columns);
  read("page of the overview", state, columns.ids);
  const written = async <Row, Field extends string>(
    what: string,
    rows: AsyncIterable<readonly Row[]>,
    table: ExportTable<Row, Field>,
  ) => {
    const all = (await collect(rows)).flat();
    for (const format of exportFormats)
      surfaces.set(`exported ${what} (${format})`, (await collect(exportText(one(all), table, format))).join(""));
  };
  const exported = target.service.rows(queryExportedCalls, { ...calls, project: target.project }, signal);
  await written("calls", exported, callTable(callDocumentNames));
  const wordsOf = (count: (typeof saved.all)[number]) => conditionsText(count.saved.conditions, formats);
  await written("counts", one(saved.all), countTable(target.project, wordsOf, now));
  await written("threads", one(listed), threadTable);
  read("names of exports", exportName("calls", target.project, date));

  const numbers = new OpNumbers({
    now: () => now,
    clock: realClock,
    range: () => ({ kind: "preset", preset: "all" }),
    onBug: (error) => assert.fail(String(error)),
  });
  numbers.reset(target);
  const file = { id: "file", names: ["answer_customer"] };
  await eventually(async () => {
    const load = numbers.of(file, "answer_customer", target);
    assert.ok(load.kind === "shown");
    const size = await numbers.size(load.value);
    const lines = hoverLines("answer_customer", "", { load, size }, formats, now);
    read("titles above ops", numbersTitle(load, formats), numbersTooltip("answer_customer", load, formats));
    read("hovers and links of ops", load.value.conditions, lines);
  });
  numbers.reset(null);
  open.reset(null, everyThread);
  return surfaces;
}

async function* one<T>(rows: readonly T[]): AsyncGenerator<readonly T[], void> {
  yield rows;
}

/** The beginnings of the texts in a document that are more than a word, without what JSON and CSV escape. */
function textsIn(value: Json | undefined): readonly string[] {
  if (typeof value === "string") return /\s\S+\s/.test(value) ? (/[^\n"\\]{10,30}/.exec(value) ?? []) : [];
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(textsIn) : [];
}

test("no surface has an original in privacy mode, and each but those of figures has some without", async (t) => {
  const running = await startSampleService({ port: 0, threads: 30, calls: 400, agents: 0, seed: 7, now: date });
  const { url, username, password } = running;
  const network = () => defaultNetwork;
  const service = new HttpThreadService({ url, username, password, network, fetch, onRequest: () => undefined });
  t.after(async () => {
    await service.close();
    await running.close();
  });
  const real = projectClient(service, project);
  const all = (await collect(service.rows(queryExportedCalls, calls, signal))).flat();
  const originals = new Set(
    all.flatMap(({ id, traceId, parentId, conversation, exception, documents }) => [
      ...[id, traceId, parentId, conversation?.id ?? null].filter((one) => one !== null),
      ...(exception === null ? [] : [exception.slice(-30)]),
      ...Object.values(documents).flatMap(textsIn),
    ]),
  );
  for (const name of [...project.split("/"), "of alice"]) originals.add(name);
  const found = (text: string) => [...originals].filter((original) => text.includes(original));
  const called = all.find(({ op, conversation }) => op.startsWith("weave:///") && conversation !== null);
  assert.ok(called?.conversation);
  const conditions = [{ kind: "list", field: "opNames", values: [called.op] }] as const;
  const stored = {
    entries: [
      { id: "1", name: "of alice", conditions: { ...allCalls, conditions } },
      { id: "2", name: "a thread of alice", conditions: callsOfThread(called.conversation.id) },
    ],
    inStatusBar: null,
  };

  const shown = await surfacesOf(real, stored);
  const mask = createMask();
  const hidden = await surfacesOf(mask.client(real), mask.counts(stored));
  assert.deepEqual([...hidden.keys()], [...shown.keys()]);
  for (const [where, text] of hidden) assert.deepEqual(found(text), [], where);
  const withoutAny = [...shown].flatMap(([where, text]) => (found(text).length > 0 ? [] : [where]));
  assert.deepEqual(withoutAny, ["titles above ops"]);
});
