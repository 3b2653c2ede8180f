import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import { promisify } from "node:util";
import { freshFolder } from "../editor/freshFolder.ts";
import { EditorTab } from "../editor/workbench/editorTab.ts";
import { eventually } from "../editor/workbench/eventually.ts";
import type { Workbench } from "../editor/workbench/workbench.ts";
import { lackingOperators } from "../fault/olderService.ts";
import { curlCall, optionIn } from "../unit/core/snippets/shellCurl.ts";
import { installedEditor } from "./installedEditor.ts";
import { interposed } from "./interposed.ts";
import { besidesErrors, project, settledRows, signIn, waitForStatus } from "./steps.ts";

const editor = installedEditor();
const service = interposed({ threads: 40, calls: 300 });
const threadsTitle = "Copy Threads Query As";
const countTitle = "Copy Count Query As";

/** Chooses a language in the menu that has opened, and gives what is in the clipboard then: no key, and no name. */
async function copied(window: Workbench, title: string, language: string): Promise<string> {
  const { quickInput } = window;
  await quickInput.waitFor(title);
  await window.page.evaluate("navigator.clipboard.writeText('')");
  await quickInput.pick(language);
  const text = await eventually(async () => {
    const held = await window.clipboard();
    assert.notEqual(held, "");
    return held;
  });
  for (const secret of [service.password, service.username]) assert.ok(!text.includes(secret));
  return text;
}

/** What a command for a shell would send, and where. */
function sentByCurl(text: string): { readonly url: string | undefined; readonly body: unknown } {
  const call = curlCall(text, { WANDB_API_KEY: "key", WEAVE_USERNAME: "me" });
  assert.equal(call.errors, "");
  assert.equal(optionIn(call, "--user"), "me:key");
  return { url: call.given.at(-1), body: JSON.parse(optionIn(call, "--data-raw") ?? "") };
}

/** Runs a program as a person does who has set the variables. */
async function printed(program: string): Promise<readonly unknown[]> {
  await using folder = await freshFolder("snippets");
  const file = join(folder.path, "query.mts");
  await writeFile(file, program);
  const env = { WANDB_API_KEY: service.password, WEAVE_USERNAME: service.username };
  const { stdout } = await promisify(execFile)(process.execPath, [file], { env });
  return stdout
    .trimEnd()
    .split("\n")
    .map((line): unknown => JSON.parse(line));
}

/** The bodies that were posted to a path, the latest last. */
function posted(path: string): readonly unknown[] {
  return besidesErrors(service.requests).flatMap((request) => (request.path === path ? [request.body] : []));
}

test("the threads query of the view is copied with the body that was sent, and prints the same threads elsewhere", (t) =>
  editor.inWindow(t, {}, async (window) => {
    const { quickInput } = window;
    const view = await signIn(window, service);
    await settledRows(view);
    const body = posted("/threads/stream_query").at(-1);
    await view.chooseMore("Copy Threads Query As…");
    await quickInput.waitFor(threadsTitle);
    assert.match(await quickInput.placeholder(), /WEAVE_USERNAME and WANDB_API_KEY/);
    const first =
      "Returns at most the first 100 threads, like the view. Remove the limit to return all matching threads.";
    const command = await copied(window, threadsTitle, "curl");
    assert.ok(command.startsWith(`: 'For POSIX shells'\n: '${first}'\ncurl `), command);
    assert.deepEqual(sentByCurl(command), { url: `${service.url}/threads/stream_query`, body });

    await window.runCommand("Weave: Copy Threads Query As…");
    const program = await copied(window, threadsTitle, "TypeScript");
    assert.match(program, /^\/\/ Threads in northwind\/support-assistant · Last 7 days · since .+\n/);
    assert.ok(program.includes(`\n// ${first}\n`), program);
    const rows = await printed(program);
    const answer = await service.ask("/threads/stream_query", Object(body));
    assert.deepEqual(
      rows,
      answer.split("\n").flatMap((line) => (line === "" ? [] : [JSON.parse(line)])),
    );
    assert.ok(rows.length > 0);
    assert.deepEqual(posted("/threads/stream_query").at(-1), body);

    await window.runCommand("Weave: Copy Threads Query As…");
    await quickInput.waitFor(threadsTitle);
    assert.deepEqual(
      (await quickInput.items()).map(({ label }) => label),
      ["TypeScript", "curl", "Python"],
    );
    const python = await copied(window, threadsTitle, "Python");
    assert.ok(python.includes(`\n# ${first}\n`), python);
    assert.match(
      python,
      /\n# For Python 3\.8 or later\. No packages required\.\n# Set WEAVE_USERNAME and WANDB_API_KEY/,
    );
  }));

test("a count is copied from its box, from the row of a saved one and from the palette", (t) =>
  editor.inWindow(t, {}, async (window) => {
    const { quickInput } = window;
    const url = `${service.url}/calls/query_stats`;
    await signIn(window, service);
    await waitForStatus(window, "300 calls");
    await window.runCommand("Weave: Copy Count Query As…");
    assert.deepEqual(sentByCurl(await copied(window, countTitle, "curl")), { url, body: { project_id: project } });

    await window.runCommand("Weave: Count Calls…");
    await quickInput.pick("Trace Roots Only");
    await eventually(async () => assert.match((await quickInput.items())[0]?.label ?? "", /\d calls?$/));
    const [{ label = "" } = {}] = await quickInput.items();
    const body = posted("/calls/query_stats").at(-1);
    await quickInput.pick("Copy Count Query As…");
    const [count] = await printed(await copied(window, countTitle, "TypeScript"));
    assert.deepEqual(count, { count: Number.parseInt(label, 10), has_more: false, total_storage_size_bytes: null });
    assert.deepEqual(posted("/calls/query_stats").at(-1), body);

    await window.runCommand("Weave: Count Calls…");
    await quickInput.pick("Trace Roots Only");
    await quickInput.pick("Save Count…");
    await quickInput.type("it's “roots”");
    await quickInput.accept();
    await quickInput.waitFor(/^Count Calls/);
    await quickInput.dismiss();
    await window.view("Counts").chooseOn("it's “roots”", "Copy Count Query As…");
    assert.deepEqual(sentByCurl(await copied(window, countTitle, "curl")), { url, body });
    await window.runCommand("Weave: Copy Count Query As…");
    await quickInput.waitFor(countTitle);
    await quickInput.pick("it's “roots”");
    assert.deepEqual(sentByCurl(await copied(window, countTitle, "curl")), { url, body });
  }));

test("the count of a count file is copied as it would be sent; what is no request is told, and who is signed out", async (t) => {
  const file = "mine.weave-count.json";
  const odd = { thread_ids: ['it\'s $(x) `y` \\ "z"\n', "\u202e!!"] };
  const text = JSON.stringify({ $schema: "x", filter: odd, limit: 5 });
  await editor.inWindow(t, { files: { [file]: text } }, async (window) => {
    await window.openFile(file);
    const tab = new EditorTab(window.page);
    await tab.waitFor(file);
    await window.runCommand("Weave: Copy Count Query As…");
    await window.notifications.waitFor("Sign in to Weave first.");

    await signIn(window, service);
    await waitForStatus(window, "300 calls");
    const counts = posted("/calls/query_stats").length;
    await window.runCommand("Weave: Copy Count Query As…");
    assert.deepEqual(sentByCurl(await copied(window, countTitle, "curl")), {
      url: `${service.url}/calls/query_stats`,
      body: { project_id: project, filter: odd, limit: 5 },
    });
    await tab.replaceText('{ "limits": 5 }');
    await window.runCommand("Weave: Copy Count Query As…");
    await window.notifications.waitFor(/The count file is not valid\. limits: /);
    await tab.replaceText('{ "limit": ');
    await window.runCommand("Weave: Copy Count Query As…");
    await window.notifications.waitFor("The count file is not valid JSON.");
    assert.equal(posted("/calls/query_stats").length, counts);
  });
});

test("a count file is copied in the form that an older service has been asked in, which is told", async (t) => {
  const file = "mine.weave-count.json";
  const latency = { $getField: "summary.weave.latency_ms" };
  const query = { $expr: { $lt: [latency, { $literal: 900 }] } };
  await editor.inWindow(t, { files: { [file]: JSON.stringify({ query }) } }, async (window) => {
    service.misbehave(lackingOperators(service, ["$lt"]));
    await signIn(window, service);
    await waitForStatus(window, "300 calls");
    await window.openFile(file);
    const tab = new EditorTab(window.page);
    await tab.waitFor(file);
    await window.runCommand("Weave: Run Count File");
    await eventually(async () => assert.match((await tab.codeLenses())[1] ?? "", /\$lt rewritten for this service/));
    const body = posted("/calls/query_stats").at(-1);
    assert.deepEqual(body, {
      project_id: project,
      query: { $expr: { $not: [{ $gte: [latency, { $literal: 900 }] }] } },
    });
    await window.runCommand("Weave: Copy Count Query As…");
    const program = await copied(window, countTitle, "TypeScript");
    assert.match(program, /\n\/\/ The service does not support \$lt\. The query was rewritten and may count/);
    const [count] = await printed(program);
    assert.deepEqual(posted("/calls/query_stats").at(-1), body);
    assert.deepEqual(count, JSON.parse(await service.ask("/calls/query_stats", Object(body))));
  });
});

test("of the sample project a query is copied for elsewhere, and nothing of the sample service", (t) =>
  editor.inWindow(t, {}, async (window) => {
    const { quickInput } = window;
    const view = await window.openView("Weave Threads", "Threads");
    await view.pressWelcomeButton("Open Sample Project");
    await settledRows(view);
    await view.chooseMore("Copy Threads Query As…");
    await quickInput.waitFor(threadsTitle);
    assert.match(await quickInput.placeholder(), /^Sample data: replace the project with your own/);
    const text = await copied(window, threadsTitle, "Python");
    assert.match(text, /"https:\/\/trace\.wandb\.ai\/threads\/stream_query"/);
    assert.match(text, /\n# Sample data: replace the project with your own/);
    assert.doesNotMatch(text, /127\.0\.0\.1|localhost|sample-/);
  }));
