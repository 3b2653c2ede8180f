import assert from "node:assert/strict";
import { lstat, mkdir, readdir, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import type { ExportFormat } from "../../src/core/export/exportFormat.ts";
import { exportName } from "../../src/core/export/exportName.ts";
import { freshFolder } from "../editor/freshFolder.ts";
import { eventually } from "../editor/workbench/eventually.ts";
import type { TreeView } from "../editor/workbench/treeView.ts";
import type { Workbench } from "../editor/workbench/workbench.ts";
import { answering, hanging, type Misbehaviour } from "../fault/interposedService.ts";
import { plainCsv, plainJson, plainJsonLines, readCsv, type SentLine } from "../unit/core/export/plainExport.ts";
import { installedEditor } from "./installedEditor.ts";
import { interposed } from "./interposed.ts";
import { project, settledRows, signIn, signInAgain } from "./steps.ts";
import { allTime, byId } from "./threadRows.ts";

const editor = installedEditor();
const service = interposed({ now: new Date().toISOString() });
const newestFirst = { sort_by: [{ field: "last_updated", direction: "desc" }, byId] };
const threadsPath = "/threads/stream_query";
const old = "what was there before\n";

const choices: Readonly<Record<ExportFormat, string>> = { csv: "CSV", json: "JSON", jsonl: "JSON Lines" };
const writers: Readonly<Record<ExportFormat, (lines: readonly SentLine[]) => string>> = {
  csv: plainCsv,
  json: plainJson,
  jsonl: plainJsonLines,
};

/** The lines of an answer of the service, asked directly. */
async function askThreads(request: object): Promise<readonly SentLine[]> {
  const text = await service.ask(threadsPath, { project_id: project, ...request });
  return text.split("\n").filter((line) => line !== "");
}

/** The same with what the sample has not: microseconds, durations that were not computed, a field of a later version. */
function oddLines(lines: readonly SentLine[]): readonly SentLine[] {
  return lines.map((line, place) => {
    const microseconds = String((place * 37) % 1000).padStart(3, "0");
    const precise = line.replace(/000Z"/g, `${microseconds}Z"`);
    return place % 5 === 0
      ? precise.replace(/"p50_turn_duration_ms":[^,}]+/, '"extra":{"a":1},"p50_turn_duration_ms":-1')
      : precise;
  });
}

/** An export asks for everything at once, and a list never does. */
function isExport(path: string, body: unknown): boolean {
  return path === threadsPath && typeof body === "object" && body !== null && !("limit" in body);
}

/** The requests of exports fare otherwise; null lets them through again. */
function misbehaveAtExports(misbehaviour: Misbehaviour): void {
  service.misbehave((incoming, outgoing, held) => {
    if (isExport(held.path, held.body)) misbehaviour(incoming, outgoing, held);
    else held.pass();
  });
}

/** The requests of one path fare otherwise. */
function misbehaveAt(path: string, misbehaviour: Misbehaviour): void {
  service.misbehave((incoming, outgoing, held) => {
    if (held.path === path) misbehaviour(incoming, outgoing, held);
    else held.pass();
  });
}

/** So many rows, and then no more; `broken` breaks the connection. */
async function rowsAndThen(count: number, then: "silence" | "broken"): Promise<Misbehaviour> {
  const text = await service.ask(threadsPath, { project_id: project, limit: count });
  return (_incoming, outgoing) => {
    outgoing.writeHead(200, { "content-type": "application/jsonl" });
    outgoing.write(text, () => then === "broken" && setTimeout(() => outgoing.destroy(), 300));
  };
}

/** Some rows at once, and the others when they are released. */
async function rowsInTwoParts(): Promise<{ readonly misbehaviour: Misbehaviour; readonly release: () => void }> {
  const lines = (await service.ask(threadsPath, { project_id: project, ...newestFirst })).split(/(?<=\n)/);
  const { promise, resolve: release } = Promise.withResolvers<void>();
  const misbehaviour: Misbehaviour = (_incoming, outgoing) => {
    outgoing.writeHead(200, { "content-type": "application/jsonl" });
    outgoing.write(lines.slice(0, 20).join(""));
    void promise.then(() => outgoing.end(lines.slice(20).join("")));
  };
  return { misbehaviour, release };
}

/** Answers the questions of an export: the format, and the path, which is typed. */
async function chooseFile(
  window: Workbench,
  format: ExportFormat,
  file: string,
  title = "Export Threads",
): Promise<void> {
  await window.quickInput.waitFor(title);
  await window.quickInput.pick(choices[format]);
  await eventually(async () => assert.match(await window.quickInput.value(), /\.(csv|jsonl?)$/));
  await window.quickInput.type(file);
  await acceptFile(window);
}

async function acceptFile(window: Workbench): Promise<void> {
  // The first Enter may be taken for a step into the folder, and a file that is there is asked about.
  await eventually(async () => {
    await window.quickInput.accept();
    await window.page.locator(".quick-input-widget").waitFor({ state: "hidden", timeout: 1500 });
  });
}

async function exportTo(window: Workbench, format: ExportFormat, file: string): Promise<void> {
  await window.runCommand("Weave: Export Threads…");
  await chooseFile(window, format, file);
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

async function written(file: string): Promise<string> {
  return eventually(() => readFile(file, "utf8"));
}

test("every thread of the project is written byte by byte, loaded or not, in the order of the list", (t) =>
  inProject(t, { "weaveThreads.pageSize": 10 }, async ({ window, view, folder }) => {
    const threads = oddLines(await askThreads(newestFirst));
    assert.ok(threads.length > 100);
    for (const odd of [/\.\d{5}[1-9]Z"/, /":-1,/, /"extra"/]) assert.ok(threads.some((line) => odd.test(line)));
    misbehaveAtExports(answering(200, threads.join("\n"), { "content-type": "application/jsonl" }));
    await view.chooseMore("Export Threads…");
    const name = /\/threads-northwind-support-assistant-\d{4}-\d\d-\d\d\.csv$/;
    await window.quickInput.pick("CSV");
    await eventually(async () => assert.match(await window.quickInput.value(), name));
    const offered = await window.quickInput.value();
    assert.ok(offered.startsWith(`${folder}/`), offered);
    await window.quickInput.accept();
    assert.deepEqual(Buffer.from(await written(offered)), Buffer.from(plainCsv(threads)));
    const told = await window.notifications.waitFor(/^Exported /);
    const size = /^Exported (\d+) threads to threads-northwind-\S+\.csv \(no filter, [\d.]+ kB\)\.$/;
    assert.equal(size.exec(told)?.[1], String(threads.length), told);
    assert.deepEqual(await window.notifications.buttons(/^Exported /), ["Open", "Show in Folder"]);
    await window.notifications.press(/^Exported /, "Open");
    await eventually(async () => assert.equal((await window.editorTabs()).length, 1));

    for (const format of ["json", "jsonl"] as const) {
      const file = join(folder, `again.${format}`);
      await exportTo(window, format, file);
      assert.deepEqual(Buffer.from(await written(file)), Buffer.from(writers[format](threads)));
    }
    // The ending that is typed counts, whatever was chosen before.
    await exportTo(window, "csv", join(folder, "typed.ndjson"));
    assert.equal(await written(join(folder, "typed.ndjson")), plainJsonLines(threads));
    for (const file of await readdir(folder)) assert.doesNotMatch(file, /part$/);
    const asked = service.requests.filter(({ path, body }) => isExport(path, body)).map(({ body }) => body);
    for (const body of asked) assert.deepEqual(body, { project_id: project, ...newestFirst });
  }));

test("the filter in force is what is exported, and is told", (t) =>
  inProject(t, { "weaveThreads.defaultTimeRange": "24h" }, async ({ window, folder }) => {
    await exportTo(window, "jsonl", join(folder, "day.jsonl"));
    await window.notifications.waitFor(/^Exported \d+ threads? to day\.jsonl \(Last 24 hours, /);
    const { body } = service.requests.findLast((request) => isExport(request.path, request.body)) ?? {};
    assert.ok(typeof body === "object" && body !== null && "filter" in body);
    const threads = await askThreads(body);
    assert.ok(threads.length > 0 && threads.length < (await askThreads({})).length);
    assert.equal(await written(join(folder, "day.jsonl")), plainJsonLines(threads));
  }));

test("cancelled, broken off, or left for another project or window, an export leaves the file of before and nothing else", (t) =>
  inProject(t, {}, async ({ window, folder }) => {
    const file = join(folder, "threads.csv");
    const parts = async () => (await readdir(folder)).filter((name) => name.endsWith(".part"));
    const untouched = async () => {
      await eventually(async () => assert.deepEqual(await parts(), []));
      assert.equal(await readFile(file, "utf8"), old);
    };
    const started = () => eventually(async () => assert.equal((await parts()).length, 1));
    await writeFile(file, old);

    misbehaveAtExports(await rowsAndThen(20, "silence"));
    await exportTo(window, "csv", file);
    await started();
    await window.notifications.waitFor(/Exporting threads to threads\.csv.*20 threads, /);
    await window.notifications.press("Exporting threads", "Cancel");
    await untouched();

    misbehaveAtExports(await rowsAndThen(20, "broken"));
    await exportTo(window, "csv", file);
    const broke = /^threads\.csv was not written: the export failed after 20 threads\. /;
    await window.notifications.waitFor(broke);
    await untouched();
    service.misbehave(null);
    await window.notifications.press(broke, "Retry");
    await window.notifications.waitFor(/^Exported /);
    assert.equal(await readFile(file, "utf8"), plainCsv(await askThreads(newestFirst)));

    await writeFile(file, old);
    misbehaveAtExports(answering(200, ""));
    await exportTo(window, "csv", file);
    await window.notifications.waitFor("No threads to export (no filter). threads.csv was not written.");
    await untouched();

    misbehaveAtExports(await rowsAndThen(20, "silence"));
    await exportTo(window, "csv", file);
    await started();
    await window.reload();
    await untouched();
    await settledRows(await window.openView("Weave Threads", "Threads"));

    await exportTo(window, "csv", file);
    await started();
    await window.runCommand("Weave: Open Sample Project");
    const left = "threads.csv was not written: the project or account changed";
    await window.notifications.waitFor(left);
    await untouched();
    service.misbehave(null);
    await window.notifications.press(left, "Retry");
    const notOpen = `threads.csv was not written: ${project} is not open in this window. Open the project and retry.`;
    await window.notifications.waitFor(notOpen);
    await signInAgain(window, service);
    await settledRows(window.view("Threads"));
    await window.notifications.press(notOpen, "Retry");
    await window.notifications.waitFor(/^Exported \d+ threads to threads\.csv/);
    assert.equal(await readFile(file, "utf8"), plainCsv(await askThreads(newestFirst)));
  }));

/** Answers the dialogue with another project of the account that is in use, or with the same one. */
async function selectProject(window: Workbench, view: TreeView, chosen: string): Promise<void> {
  await view.chooseMore("Select Project…");
  await window.quickInput.waitFor("Select Project");
  await window.quickInput.type(chosen);
  await window.quickInput.accept();
  await window.quickInput.waitUntilClosed();
}

test("an export goes on while its project is chosen again or its account gets another key; for another project it ends, and can be had again", (t) =>
  inProject(t, {}, async ({ window, view, folder }) => {
    const file = join(folder, "threads.csv");
    const started = () => eventually(async () => assert.ok((await readdir(folder)).some((name) => /part$/.test(name))));
    const lists = () => service.requests.filter(({ path, body }) => path === threadsPath && !isExport(path, body));
    const expected = plainCsv(await askThreads(newestFirst));
    const held = await rowsInTwoParts();
    const nextKey = "the next key";
    const basic = (key: string) => `Basic ${Buffer.from(`${service.username}:${key}`).toString("base64")}`;
    service.misbehave((incoming, outgoing, request) => {
      if (isExport(request.path, request.body)) held.misbehaviour(incoming, outgoing, request);
      else {
        if (incoming.headers.authorization === basic(nextKey)) {
          incoming.headers.authorization = basic(service.password);
        }
        request.pass();
      }
    });
    await exportTo(window, "csv", file);
    await started();
    const before = lists().length;
    await selectProject(window, view, project);
    await eventually(async () => assert.ok(lists().length > before));
    await settledRows(view);
    const { url, username } = service;
    await signInAgain(window, { url, username, password: nextKey });
    await eventually(async () => assert.equal(lists().at(-1)?.authorization, basic(nextKey)));
    await settledRows(view);
    held.release();
    await window.notifications.waitFor(/^Exported \d+ threads to threads\.csv/);
    assert.equal(await readFile(file, "utf8"), expected);

    const other = join(folder, "other.csv");
    misbehaveAtExports(await rowsAndThen(20, "silence"));
    const beforeOther = lists().length;
    await signInAgain(window, service);
    // Rows that come take the focus from a question.
    await eventually(async () => assert.ok(lists().length > beforeOther));
    await settledRows(view);
    await exportTo(window, "csv", other);
    await started();
    await selectProject(window, view, "northwind/code-review");
    const left = "other.csv was not written: the project or account changed";
    await window.notifications.waitFor(left);
    await settledRows(view);
    service.misbehave(null);
    await window.notifications.press(left, "Retry");
    await window.notifications.waitFor(/^Exported \d+ threads to other\.csv/);
    assert.equal(await readFile(other, "utf8"), expected);
  }));

test("a key that is refused is told without rows that never came, and a folder that was gone is tried again", (t) =>
  inProject(t, {}, async ({ window, folder }) => {
    misbehaveAtExports(answering(401, { detail: "Not authenticated" }));
    await exportTo(window, "csv", join(folder, "key.csv"));
    const refused = await window.notifications.waitFor(/^key\.csv was not written/);
    assert.match(refused, /^key\.csv was not written\. Invalid or expired API key/);

    const held = await rowsInTwoParts();
    misbehaveAtExports(held.misbehaviour);
    const place = join(folder, "place");
    await mkdir(place);
    await exportTo(window, "csv", join(place, "threads.csv"));
    await eventually(async () => assert.equal((await readdir(place)).length, 1));
    await rm(place, { recursive: true });
    held.release();
    const gone = /^Could not write threads\.csv: the folder does not exist\./;
    await window.notifications.waitFor(gone);
    assert.deepEqual(await window.notifications.buttons(gone), ["Retry", "Save As…"]);
    await mkdir(place);
    service.misbehave(null);
    await window.notifications.press(gone, "Retry");
    await window.notifications.waitFor(/^Exported \d+ threads to place\/threads\.csv/);
    assert.equal(await readFile(join(place, "threads.csv"), "utf8"), plainCsv(await askThreads(newestFirst)));
  }));

test("where nothing can be written, that is told before the service is asked, and another place can be chosen", (t) =>
  inProject(t, {}, async ({ window, folder }) => {
    const asked = () => service.requests.filter(({ path, body }) => isExport(path, body)).length;
    const before = asked();
    await exportTo(window, "csv", "/sys/threads.csv");
    const refused = /^Could not write threads\.csv: permission denied\./;
    await window.notifications.waitFor(refused);
    assert.equal(asked(), before);
    await window.notifications.press(refused, "Save As…");
    await chooseFile(window, "csv", join(folder, "there.csv"));
    assert.equal(await written(join(folder, "there.csv")), plainCsv(await askThreads(newestFirst)));
  }));

test("links in the folder lead no export out of it: that of a file is replaced, that of a folder is asked about", (t) =>
  inProject(t, {}, async ({ window, folder }) => {
    await using outside = await freshFolder("outside");
    const profile = join(outside.path, ".bash_profile");
    await writeFile(profile, old);
    // A repository that names the project knows the name that is offered.
    const planted = join(folder, `${exportName("threads", project, new Date())}.csv`);
    await symlink(profile, planted);
    const expected = plainCsv(await askThreads(newestFirst));
    await window.runCommand("Weave: Export Threads…");
    await window.quickInput.pick("CSV");
    await eventually(async () => assert.equal(await window.quickInput.value(), planted));
    await acceptFile(window);
    await window.notifications.waitFor(/^Exported \d+ threads to threads-northwind-/);
    assert.ok((await lstat(planted)).isFile());
    assert.equal(await readFile(planted, "utf8"), expected);
    assert.equal(await readFile(profile, "utf8"), old);

    const { dialog, notifications } = window;
    const asked = () => service.requests.filter(({ path, body }) => isExport(path, body)).length;
    const before = asked();
    const file = join(folder, "exports", "threads.csv");
    await symlink(outside.path, join(folder, "exports"));
    await exportTo(window, "csv", file);
    await dialog.waitFor();
    const question = `“exports” in this workspace is a link. The file will be saved in ${outside.path}.`;
    assert.equal(await dialog.detail(), question);
    assert.deepEqual((await dialog.buttons()).toSorted(), ["Cancel", "Save"]);
    assert.deepEqual(await readdir(outside.path), [".bash_profile"]);
    await dialog.press("Cancel");

    await exportTo(window, "csv", file);
    await dialog.waitFor();
    assert.equal(asked(), before);
    assert.deepEqual(await readdir(outside.path), [".bash_profile"]);
    // What was confirmed counts, wherever the link leads by then.
    await rm(join(folder, "exports"));
    await symlink(folder, join(folder, "exports"));
    await dialog.press("Save");
    await notifications.waitFor(/^Exported \d+ threads to exports\/threads\.csv/);
    assert.equal(await readFile(join(outside.path, "threads.csv"), "utf8"), expected);
    for (const message of await notifications.messages()) assert.match(message, /^Exported /);
  }));

test("where only threads with errors are shown, one chooses between them and all", (t) =>
  inProject(t, {}, async ({ window, view, folder }) => {
    await view.chooseMore("Show Only Threads with Errors");
    const listed = /^Threads with errors: (\d+) of 100/;
    await eventually(async () => assert.match(await view.message(), listed));
    const [, failed] = listed.exec(await view.message()) ?? [];
    await window.runCommand("Weave: Export Threads…");
    await eventually(async () => {
      const details = (await window.quickInput.items()).map(({ detail }) => detail);
      assert.deepEqual(details, [
        `${failed} of 100 loaded threads. Only loaded threads are checked.`,
        "no filter; including threads that are not loaded",
      ]);
    });
    await window.quickInput.pick("Threads with Errors");
    await chooseFile(window, "csv", join(folder, "errors.csv"));
    await window.notifications.waitFor(`Exported ${failed} threads to errors.csv (no filter, errors only, `);
    assert.equal(readCsv(await written(join(folder, "errors.csv"))).length, Number(failed) + 1);
    await window.runCommand("Weave: Export Threads…");
    await window.quickInput.pick("All Threads Matching the Filter");
    await chooseFile(window, "csv", join(folder, "all.csv"));
    assert.equal(await written(join(folder, "all.csv")), plainCsv(await askThreads(newestFirst)));
  }));

test("saved counts are exported with what was asked and what came of it, unless another project is opened meanwhile", (t) =>
  inProject(t, {}, async ({ window, view, folder }) => {
    await window.runCommand("Weave: Export Counts…");
    await window.notifications.waitFor(`No saved counts in ${project}.`);
    await window.notifications.press(`No saved counts in ${project}`, "Count Calls…");
    await window.quickInput.pick("Trace Roots Only");
    await eventually(async () => assert.match((await window.quickInput.items())[0]?.label ?? "", /\d calls?$/));
    await window.quickInput.pick("Save Count…");
    await window.quickInput.waitFor("Save Count");
    await window.quickInput.type("=roots");
    await window.quickInput.accept();
    await window.quickInput.waitFor(/^\s*Count Calls · /);
    await window.quickInput.dismiss();
    const request = { filter: { trace_roots_only: true } };
    const { count }: { count: number } = JSON.parse(
      await service.ask("/calls/query_stats", { project_id: project, ...request }),
    );
    for (const format of ["csv", "json"] as const) {
      await window.runCommand("Weave: Export Counts…");
      await chooseFile(window, format, join(folder, `counts.${format}`), "Export Counts");
      await window.notifications.waitFor(`Exported 1 count to counts.${format}.`);
    }
    const [record] = JSON.parse(await written(join(folder, "counts.json")));
    const { counted_at, ...rest } = record;
    assert.ok(Math.abs(Date.now() - Date.parse(counted_at)) < 600_000, counted_at);
    assert.deepEqual(rest, {
      name: "=roots",
      project_id: project,
      conditions: "trace roots only",
      request,
      count,
      exact: true,
      total_storage_size_bytes: null,
    });
    const [, cells] = readCsv(await written(join(folder, "counts.csv")));
    assert.deepEqual(cells?.slice(0, 5), [
      "'=roots",
      project,
      "trace roots only",
      JSON.stringify(request),
      String(count),
    ]);

    misbehaveAt("/calls/query_stats", answering(400, { reason: "no" }));
    await window.runCommand("Weave: Refresh");
    await window.runCommand("Weave: Export Counts…");
    await chooseFile(window, "json", join(folder, "stale.json"), "Export Counts");
    const stale = await window.notifications.waitFor(/ to stale\.json\./);
    assert.equal(stale, "Exported 1 count to stale.json. Outdated because the refresh failed: 1.");
    assert.deepEqual(JSON.parse(await written(join(folder, "stale.json"))), [record]);

    service.misbehave(hanging().misbehaviour);
    await window.runCommand("Weave: Refresh");
    await window.runCommand("Weave: Export Counts…");
    await chooseFile(window, "csv", join(folder, "same.csv"), "Export Counts");
    await eventually(async () => assert.ok((await readdir(folder)).some((name) => name.endsWith(".part"))));
    service.misbehave(null);
    await selectProject(window, view, project);
    await window.notifications.waitFor("Exported 1 count to same.csv.");
    assert.equal(readCsv(await written(join(folder, "same.csv")))[1]?.[4], String(count));

    service.misbehave(hanging().misbehaviour);
    await window.runCommand("Weave: Refresh");
    await window.runCommand("Weave: Export Counts…");
    await chooseFile(window, "csv", join(folder, "left.csv"), "Export Counts");
    await eventually(async () => assert.ok((await readdir(folder)).some((name) => name.endsWith(".part"))));
    await window.runCommand("Weave: Open Sample Project");
    const left = "left.csv was not written: the project or account changed";
    await window.notifications.waitFor(left);
    assert.deepEqual(await window.notifications.buttons(left), ["Retry"]);
    assert.deepEqual(
      (await readdir(folder)).filter((name) => /left/.test(name)),
      [],
    );
  }));
