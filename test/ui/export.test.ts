import assert from "node:assert/strict";
import { mkdir, readdir, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import * as z from "zod";
import { allCalls, type CallConditions } from "../../src/core/counts/callCondition.ts";
import { formatStoredCounts } from "../../src/core/counts/savedCount.ts";
import type { ExportFormat } from "../../src/core/export/exportFormat.ts";
import type { Json } from "../../src/core/text/json.ts";
import { freshFolder } from "../editor/freshFolder.ts";
import { eventually } from "../editor/workbench/eventually.ts";
import type { TreeView } from "../editor/workbench/treeView.ts";
import type { Workbench } from "../editor/workbench/workbench.ts";
import { answering, hanging, type Misbehavior } from "../fault/interposedService.ts";
import { plainCsv, plainJsonLines, readCsv, type SentLine, undefused } from "../unit/core/export/plainExport.ts";
import { askLines } from "./callRows.ts";
import { answerSaveDialog, restartExtension, runCommandById } from "./editorApi.ts";
import { installedEditor } from "./installedEditor.ts";
import { interposed } from "./interposed.ts";
import { showsRows } from "./savedCountRows.ts";
import { leftBySignIn, project, settledRows, signIn } from "./steps.ts";
import { allTime, byId, threadsPath } from "./threadRows.ts";

const editor = installedEditor();
const service = interposed({ now: new Date().toISOString() });
const newestFirst = { sort_by: [{ field: "last_updated", direction: "desc" }, byId] };
const old = "previous content\n";
const nextKey = "the next key";

const choices: Readonly<Record<ExportFormat, string>> = { csv: "CSV", json: "JSON", jsonl: "JSON Lines" };

/** The lines of a response of the service, requested directly. */
async function askThreads(request: object): Promise<readonly SentLine[]> {
  const text = await service.ask(threadsPath, { project_id: project, ...request });
  return text.split("\n").filter((line) => line !== "");
}

/** Adds what the sample lacks: microseconds, durations that were not computed, a field of a later version. */
function oddLines(lines: readonly SentLine[]): readonly SentLine[] {
  return lines.map((line, place) => {
    const microseconds = String((place * 37) % 1000).padStart(3, "0");
    const precise = line.replace(/000Z"/g, `${microseconds}Z"`);
    return place % 5 === 0
      ? precise.replace(/"p50_turn_duration_ms":[^,}]+/, '"extra":{"a":1},"p50_turn_duration_ms":-1')
      : precise;
  });
}

/** An export requests all threads at once, a list never does. */
function isExport(path: string, body: unknown): boolean {
  return path === threadsPath && typeof body === "object" && body !== null && !("limit" in body);
}

function misbehaveAtExports(misbehavior: Misbehavior): void {
  service.misbehave((incoming, outgoing, held) => {
    if (isExport(held.path, held.body)) misbehavior(incoming, outgoing, held);
    else held.pass();
  });
}

function misbehaveAt(path: string, misbehavior: Misbehavior): void {
  service.misbehave((incoming, outgoing, held) => {
    if (held.path === path) misbehavior(incoming, outgoing, held);
    else held.pass();
  });
}

/** A response of some rows that then stalls or breaks off. */
async function rowsAndThen(count: number, then: "silence" | "broken"): Promise<Misbehavior> {
  const text = await service.ask(threadsPath, { project_id: project, limit: count });
  return (_incoming, outgoing) => {
    outgoing.writeHead(200, { "content-type": "application/jsonl" });
    outgoing.write(text, () => then === "broken" && setTimeout(() => outgoing.destroy(), 300));
  };
}

/** A response of some rows at once, and the others on `release`. */
async function rowsInTwoParts(): Promise<{ readonly misbehavior: Misbehavior; readonly release: () => void }> {
  const lines = (await service.ask(threadsPath, { project_id: project, ...newestFirst })).split(/(?<=\n)/);
  const { promise, resolve: release } = Promise.withResolvers<void>();
  const misbehavior: Misbehavior = (_incoming, outgoing) => {
    outgoing.writeHead(200, { "content-type": "application/jsonl" });
    outgoing.write(lines.slice(0, 20).join(""));
    void promise.then(() => outgoing.end(lines.slice(20).join("")));
  };
  return { misbehavior, release };
}

/** Selects the format and types the path of an export. */
async function chooseFile(
  window: Workbench,
  format: ExportFormat,
  file: string,
  title = "Export Threads",
): Promise<void> {
  await window.quickInput.waitFor(title);
  await answerSaveDialog(window, file);
  await window.quickInput.pick(choices[format]);
}

/** The same with VS Code's dialog on the screen. */
async function enterFile(window: Workbench, format: ExportFormat, file: string): Promise<void> {
  await window.quickInput.waitFor("Export Threads");
  await window.quickInput.pick(choices[format]);
  await eventually(async () => assert.match(await window.quickInput.value(), /\.(csv|jsonl?)$/));
  await window.quickInput.type(file);
  await window.quickInput.acceptFile();
}

async function exportTo(window: Workbench, format: ExportFormat, file: string): Promise<void> {
  await window.startCommand("weaveThreads.exportThreads");
  await chooseFile(window, format, file);
}

/** Stores another API key for the account, as another window that signs in does. */
async function storeKey(window: Workbench, password: string): Promise<void> {
  const { url, username } = service;
  const host = await window.host();
  await host.run(async ({ context }, secrets) => {
    for (const [name, secret] of secrets) await context.secrets.store(name, secret);
  }, leftBySignIn({ url, username, password }, project).secrets);
}

/** Stores a saved count of the project for the next start of the extension. */
async function storeCount(window: Workbench, name: string, conditions: CallConditions): Promise<void> {
  const host = await window.host();
  await host.run(
    async ({ context }, [key, counts]: readonly [string, object]) => {
      await context.globalState.update(key, counts);
    },
    [
      `savedCounts/${project}`,
      formatStoredCounts({ entries: [{ id: "a", name, conditions }], inStatusBar: null }),
    ] as const,
  );
}

type Opened = { readonly window: Workbench; readonly view: TreeView; readonly folder: string };

/** A signed-in window with rows, of a folder of its own. */
async function inProject(t: TestContext, settings: object, steps: (opened: Opened) => Promise<void>): Promise<void> {
  await editor.inWindow(t, { settings: { ...allTime, ...settings }, files: {} }, async (window, { folder }) => {
    const view = await signIn(window, service);
    await settledRows(view);
    await steps({ window, view, folder });
  });
}

/** Names of files that are being written. */
async function parts(folder: string): Promise<readonly string[]> {
  return (await readdir(folder)).filter((name) => name.endsWith(".part"));
}

async function writing(folder: string): Promise<void> {
  await eventually(async () => assert.equal((await parts(folder)).length, 1));
}

/** Waits until no file is being written. */
async function ended(folder: string): Promise<void> {
  await eventually(async () => assert.deepEqual(await parts(folder), []));
}

function exportRequests(): readonly unknown[] {
  return service.requests.filter(({ path, body }) => isExport(path, body)).map(({ body }) => body);
}

const json: z.ZodType<Json> = z.json();
const callLine = z.object({
  ...{ id: z.string(), op_name: z.string(), trace_id: z.string() },
  ...{ started_at: z.string(), ended_at: z.string(), exception: z.string() },
  ...{ inputs: json, output: json },
});
const callsBody = z.object({ columns: z.array(z.string()) });

function isCallExport({ path, body }: { readonly path: string; readonly body: unknown }): boolean {
  return path === "/calls/stream_query" && callsBody.safeParse(body).data?.columns.includes("trace_id") === true;
}

function callExports() {
  return service.requests.filter(isCallExport).map(({ body }) => callsBody.parse(body));
}

/** Since the epoch. */
function microseconds(time: string): number {
  return Date.parse(time) * 1000 + Number(/\.\d{3}(\d{3})/.exec(time)?.[1] ?? 0);
}

async function selectSameProject(window: Workbench): Promise<void> {
  await window.startCommand("weaveThreads.selectProject");
  await window.quickInput.waitFor("Select Project");
  await window.quickInput.type(project);
  await window.quickInput.accept();
  await window.quickInput.waitUntilClosed();
}

test("Export Threads writes all threads of the filter in list order, and offers to open the file", (t) =>
  inProject(
    t,
    { "weaveThreads.pageSize": 10, "weaveThreads.defaultTimeRange": "24h" },
    async ({ window, view, folder }) => {
      const { quickInput, notifications } = window;
      let threads: readonly SentLine[] = [];
      misbehaveAtExports(async (_incoming, outgoing, { body }) => {
        threads = oddLines(await askThreads(Object(body)));
        outgoing.writeHead(200, { "content-type": "application/jsonl" }).end(threads.join("\n"));
      });
      await view.chooseMore("Export Threads…");
      await quickInput.pick("CSV");
      await eventually(async () =>
        assert.match(await quickInput.value(), /\/threads-northwind-support-assistant-[\d-]{10}\.csv$/),
      );
      const offered = await quickInput.value();
      assert.ok(offered.startsWith(`${folder}/`), offered);
      await quickInput.accept();
      const message = await notifications.waitFor(/^Exported /);
      const file = await readFile(offered);
      assert.ok(threads.length > 10 && threads.length < (await askThreads({})).length, `${threads.length} threads`);
      for (const odd of [/\.\d{5}[1-9]Z"/, /":-1,/, /"extra"/]) assert.ok(threads.some((line) => odd.test(line)));
      assert.deepEqual(file, Buffer.from(plainCsv(threads)));
      const size = /^Exported (\d+) threads to threads-northwind-\S+\.csv \(Last 24 hours, [\d.]+ kB\)\.$/;
      assert.equal(size.exec(message)?.[1], String(threads.length), message);
      const [request] = exportRequests();
      const { filter, ...rest } = Object(request);
      assert.deepEqual(rest, { project_id: project, ...newestFirst });
      assert.deepEqual(Object.keys(filter), ["after_datetime"]);
      await eventually(async () =>
        assert.deepEqual(await notifications.buttons(/^Exported /), ["Open", "Show in Folder"]),
      );
      await notifications.press(/^Exported /, "Open");
      await eventually(async () => assert.equal((await window.editorTabs()).length, 1));

      // The typed extension overrides the selected format.
      await window.startCommand("weaveThreads.exportThreads");
      await enterFile(window, "csv", join(folder, "typed.ndjson"));
      await notifications.waitFor(/^Exported \d+ threads to typed\.ndjson/);
      assert.equal(await readFile(join(folder, "typed.ndjson"), "utf8"), plainJsonLines(threads));
      assert.deepEqual(await parts(folder), []);
    },
  ));

test("a canceled, failed, empty or interrupted export leaves the previous file", (t) =>
  inProject(t, {}, async ({ window, folder }) => {
    const { notifications } = window;
    const file = join(folder, "threads.csv");
    const untouched = async () => {
      await ended(folder);
      assert.equal(await readFile(file, "utf8"), old);
    };
    const stalledExport = async () => {
      misbehaveAtExports(await rowsAndThen(20, "silence"));
      await rm(file, { force: true });
      await exportTo(window, "csv", file);
      await writing(folder);
      await writeFile(file, old);
    };
    await stalledExport();
    await notifications.waitFor(/Exporting threads to threads\.csv.*20 threads, /);
    await notifications.press("Exporting threads", "Cancel");
    await untouched();

    misbehaveAtExports(await rowsAndThen(20, "broken"));
    await exportTo(window, "csv", file);
    const failed = /^threads\.csv was not written: the export failed after 20 threads\. /;
    await notifications.waitFor(failed);
    await untouched();
    misbehaveAtExports(answering(200, ""));
    await notifications.press(failed, "Retry");
    await notifications.waitFor("No threads to export (no filter). threads.csv was not written.");
    await untouched();

    await stalledExport();
    await restartExtension(window);
    await untouched();
  }));

test("an export to a deleted folder fails without a request on Retry, and Save As asks for another file", (t) =>
  inProject(t, {}, async ({ window, folder }) => {
    const { notifications } = window;
    const place = join(folder, "place");
    const held = await rowsInTwoParts();
    misbehaveAtExports(held.misbehavior);
    await mkdir(place);
    await exportTo(window, "csv", join(place, "threads.csv"));
    await writing(place);
    await rm(place, { recursive: true });
    held.release();
    const failed = /^Could not write threads\.csv: its folder does not exist/;
    await notifications.waitFor(failed);
    await eventually(async () => assert.deepEqual(await notifications.buttons(failed), ["Retry", "Save As…"]));
    const before = exportRequests().length;
    await notifications.press(failed, "Retry");
    await notifications.waitFor(failed);
    assert.equal(exportRequests().length, before);
    service.misbehave(null);
    await notifications.press(failed, "Save As…");
    await chooseFile(window, "csv", join(folder, "there.csv"));
    await notifications.waitFor(/^Exported \d+ threads to there\.csv/);
    assert.equal(await readFile(join(folder, "there.csv"), "utf8"), plainCsv(await askThreads(newestFirst)));
  }));

test("an export continues with a new key or the same project selected again, and ends with another account", (t) =>
  inProject(t, {}, async ({ window, view, folder }) => {
    const { notifications } = window;
    const file = join(folder, "threads.csv");
    const lists = () => service.requests.filter(({ path, body }) => path === threadsPath && !isExport(path, body));
    const expected = plainCsv(await askThreads(newestFirst));
    const held = await rowsInTwoParts();
    const basic = (key: string) => `Basic ${Buffer.from(`${service.username}:${key}`).toString("base64")}`;
    service.misbehave((incoming, outgoing, request) => {
      if (isExport(request.path, request.body)) return held.misbehavior(incoming, outgoing, request);
      if (incoming.headers.authorization === basic(nextKey)) incoming.headers.authorization = basic(service.password);
      request.pass();
    });
    await exportTo(window, "csv", file);
    await writing(folder);
    const before = lists().length;
    await selectSameProject(window);
    await eventually(() => assert.ok(lists().length > before));
    await storeKey(window, nextKey);
    await eventually(() => assert.equal(lists().at(-1)?.authorization, basic(nextKey)));
    await settledRows(view);
    held.release();
    await notifications.waitFor(/^Exported \d+ threads to threads\.csv/);
    assert.equal(await readFile(file, "utf8"), expected);

    const other = join(folder, "other.csv");
    misbehaveAtExports(await rowsAndThen(20, "silence"));
    await storeKey(window, service.password);
    await eventually(() => assert.equal(lists().at(-1)?.authorization, basic(service.password)));
    await settledRows(view);
    await exportTo(window, "csv", other);
    await writing(folder);
    await runCommandById(window, "weaveThreads.openSample");
    const left = "other.csv was not written: the project or account changed";
    await notifications.waitFor(left);
    await ended(folder);
    service.misbehave(null);
    await notifications.press(left, "Retry");
    const notOpen = `other.csv was not written: ${project} is not open in this window. Open the project and retry.`;
    await notifications.waitFor(notOpen);
    const ofSample = lists().length;
    await window.startCommand("weaveThreads.switchAccount");
    await window.quickInput.pick(`${service.username} at ${new URL(service.url).origin}`);
    await eventually(() => assert.ok(lists().length > ofSample));
    await settledRows(view);
    await notifications.press(notOpen, "Retry");
    await notifications.waitFor(/^Exported \d+ threads to other\.csv/);
    assert.equal(await readFile(other, "utf8"), expected);
  }));

test("an export through a link that leaves the workspace asks first, and goes to the confirmed folder", (t) =>
  inProject(t, {}, async ({ window, folder }) => {
    await using outside = await freshFolder("outside");
    const { dialog, notifications } = window;
    const before = exportRequests().length;
    const file = join(folder, "exports", "threads.csv");
    await symlink(outside.path, join(folder, "exports"));
    await exportTo(window, "csv", file);
    await dialog.waitFor();
    const question = `“exports” in this workspace is a link. The file will be saved in ${outside.path}.`;
    await eventually(async () => assert.equal(await dialog.detail(), question));
    await eventually(async () => assert.deepEqual((await dialog.buttons()).toSorted(), ["Cancel", "Save"]));
    await dialog.press("Cancel");

    await exportTo(window, "csv", file);
    await dialog.waitFor();
    assert.equal(exportRequests().length, before);
    assert.deepEqual(await readdir(outside.path), []);
    // The confirmed folder is used even if the link changes.
    await rm(join(folder, "exports"));
    await symlink(folder, join(folder, "exports"));
    await dialog.press("Save");
    await notifications.waitFor(/^Exported \d+ threads to exports\/threads\.csv/);
    assert.equal(await readFile(join(outside.path, "threads.csv"), "utf8"), plainCsv(await askThreads(newestFirst)));
    for (const message of await notifications.messages()) assert.match(message, /^Exported /);
  }));

test("with only threads with errors shown, Export Threads offers those and all threads of the filter", (t) =>
  inProject(t, {}, async ({ window, view, folder }) => {
    await runCommandById(window, "weaveThreads.showOnlyErrors");
    const listed = /^(\d+) with errors$/;
    await eventually(async () => assert.match(await view.message(), listed));
    const [, failed] = listed.exec(await view.message()) ?? [];
    await window.startCommand("weaveThreads.exportThreads");
    await eventually(async () => {
      const details = (await window.quickInput.items()).map(({ detail }) => detail);
      assert.deepEqual(details, [`${failed} with errors`, "no filter; including threads that are not loaded"]);
    });
    await window.quickInput.pick("Threads with Errors");
    await chooseFile(window, "csv", join(folder, "errors.csv"));
    await window.notifications.waitFor(`Exported ${failed} threads to errors.csv (no filter, errors only, `);
    assert.equal(readCsv(await readFile(join(folder, "errors.csv"), "utf8")).length, Number(failed) + 1);
    await window.startCommand("weaveThreads.exportThreads");
    await window.quickInput.pick("All Threads Matching the Filter");
    await chooseFile(window, "csv", join(folder, "all.csv"));
    await window.notifications.waitFor(/^Exported \d+ threads to all\.csv \(no filter, /);
    assert.equal(await readFile(join(folder, "all.csv"), "utf8"), plainCsv(await askThreads(newestFirst)));
  }));

test("Export Calls writes the calls of a count, with inputs and outputs only if chosen, and Copy IDs copies their IDs", (t) =>
  inProject(t, {}, async ({ window, folder }) => {
    const { quickInput, notifications } = window;
    const failed = { $expr: { $eq: [{ $getField: "summary.weave.status" }, { $literal: "error" }] } };
    const latestFirst = ["started_at", "id"].map((field) => ({ field, direction: "desc" }));
    const records = await askLines(service, callLine, { query: failed, sort_by: latestFirst });
    assert.ok(records.length > 20, `${records.length} failed calls`);
    await storeCount(window, "errors", { ...allCalls, conditions: [{ kind: "status", anyOf: ["error"] }] });
    await restartExtension(window);
    await showsRows(window.view("Counts"), ["errors"]);
    const exportCalls = async (which: string, format: ExportFormat, file: string) => {
      await window.view("Counts").chooseOn("errors", "Export Calls…");
      await quickInput.waitFor("Export Calls");
      await quickInput.pick(which);
      await chooseFile(window, format, join(folder, file), "Export Calls");
    };
    const requested = () => callExports().at(-1);

    await exportCalls("Calls", "csv", "calls.csv");
    await notifications.waitFor(new RegExp(`^Exported ${records.length} calls to calls\\.csv \\(status is error, `));
    const [names, ...rows] = readCsv(await readFile(join(folder, "calls.csv"), "utf8"));
    assert.equal(
      names?.join(" "),
      "id op_name trace_id thread_id turn_id parent_id started_at ended_at duration_ms status exception total_tokens",
    );
    const shown = rows.map(([id, op, trace, , , , start, end, duration, status, exception]) => {
      return [id, op, trace, start, end, Number(duration), status, undefused(exception ?? "")];
    });
    const expected = records.map(({ id, op_name, trace_id, started_at, ended_at, exception }) => {
      const duration = microseconds(ended_at) - microseconds(started_at);
      return [id, op_name, trace_id, started_at, ended_at, duration / 1000, "error", exception];
    });
    assert.deepEqual(shown, expected);
    assert.ok(!["inputs", "output"].some((name) => requested()?.columns.includes(name)));

    await exportCalls("Calls with Inputs and Outputs", "jsonl", "calls.jsonl");
    await notifications.waitFor(new RegExp(`^Exported ${records.length} calls to calls\\.jsonl`));
    const lines = (await readFile(join(folder, "calls.jsonl"), "utf8")).trimEnd().split("\n");
    assert.deepEqual(
      lines.map((line) => callLine.pick({ id: true, inputs: true, output: true }).parse(JSON.parse(line))),
      records.map(({ id, inputs, output }) => ({ id, inputs, output })),
    );

    await window.view("Counts").chooseOn("errors", "Copy IDs");
    await eventually(async () => assert.equal(await window.clipboard(), records.map(({ id }) => id).join("\n")));

    misbehaveAt("/calls/stream_query", answering(422, { detail: "no such operator" }));
    await exportCalls("Calls", "csv", "refused.csv");
    await notifications.press("refused.csv was not written", "Change Count");
    await quickInput.waitFor(`Count Calls · ${project}`);
    await eventually(async () => {
      const labels = (await quickInput.items()).map(({ label }) => label);
      assert.ok(labels.includes("status is error"), labels.join());
    });
    await quickInput.dismiss();

    const some = lines.slice(0, 20).map((line) => JSON.stringify({ ...JSON.parse(line), summary: {} }));
    service.misbehave((_incoming, outgoing, held) => {
      if (!isCallExport(held)) return held.pass();
      outgoing.writeHead(200, { "content-type": "application/jsonl" });
      outgoing.write(`${some.join("\n")}\n`, () => setTimeout(() => outgoing.destroy(), 300));
    });
    await writeFile(join(folder, "kept.json"), old);
    await exportCalls("Calls", "json", "kept.json");
    await notifications.waitFor(/^kept\.json was not written: the export failed after 20 calls\. /);
    await ended(folder);
    assert.equal(await readFile(join(folder, "kept.json"), "utf8"), old);
  }));

test("Export Counts writes saved counts once they are counted, unless another project is opened", (t) =>
  inProject(t, {}, async ({ window, folder }) => {
    const { notifications, quickInput } = window;
    await window.runCommand("Weave: Export Counts…");
    const none = `No saved counts in ${project}.`;
    await notifications.press(none, "Count Calls…");
    await quickInput.waitFor(`Count Calls · ${project}`);
    await quickInput.dismiss();

    const request = { filter: { trace_roots_only: true } };
    const counted = z
      .object({ count: z.number() })
      .parse(JSON.parse(await service.ask("/calls/query_stats", { project_id: project, ...request })));
    const held = hanging();
    misbehaveAt("/calls/query_stats", held.misbehavior);
    await storeCount(window, "=roots", { ...allCalls, conditions: [{ kind: "rootsOnly" }] });
    await restartExtension(window);
    // Rows of threads may still be those of before the restart.
    await showsRows(window.view("Counts"), ["=roots"]);
    await window.startCommand("weaveThreads.exportCounts");
    await chooseFile(window, "json", join(folder, "counts.json"), "Export Counts");
    await writing(folder);
    service.misbehave(null);
    await selectSameProject(window);
    await notifications.waitFor("Exported 1 count to counts.json.");
    const [record] = JSON.parse(await readFile(join(folder, "counts.json"), "utf8"));
    const { counted_at, ...rest } = record;
    assert.ok(Math.abs(Date.now() - Date.parse(counted_at)) < 600_000, counted_at);
    assert.deepEqual(rest, {
      name: "=roots",
      project_id: project,
      conditions: "trace roots only",
      request,
      count: counted.count,
      exact: true,
      total_storage_size_bytes: null,
    });

    misbehaveAt("/calls/query_stats", answering(400, { reason: "no" }));
    await runCommandById(window, "weaveThreads.refresh");
    await window.startCommand("weaveThreads.exportCounts");
    await chooseFile(window, "json", join(folder, "stale.json"), "Export Counts");
    await notifications.waitFor("Exported 1 count to stale.json. Outdated because the refresh failed: 1.");
    assert.deepEqual(JSON.parse(await readFile(join(folder, "stale.json"), "utf8")), [record]);

    misbehaveAt("/calls/query_stats", hanging().misbehavior);
    await window.startCommand("weaveThreads.refresh");
    await window.startCommand("weaveThreads.exportCounts");
    await chooseFile(window, "csv", join(folder, "left.csv"), "Export Counts");
    await writing(folder);
    await runCommandById(window, "weaveThreads.openSample");
    const left = "left.csv was not written: the project or account changed";
    await notifications.waitFor(left);
    await eventually(async () => assert.deepEqual(await notifications.buttons(left), ["Retry"]));
    assert.deepEqual((await readdir(folder)).toSorted(), ["counts.json", "stale.json"]);
    await settledRows(window.view("Threads"));
  }));
