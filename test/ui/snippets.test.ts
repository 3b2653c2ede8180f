import assert from "node:assert/strict";
import { test } from "node:test";
import * as z from "zod";
import { eventually } from "../editor/workbench/eventually.ts";
import type { Workbench } from "../editor/workbench/workbench.ts";
import { lackingOperators } from "../fault/olderService.ts";
import { curlCall, optionIn } from "../unit/core/snippets/shellCurl.ts";
import { restartExtension, runCommandById, setActiveText } from "./editorApi.ts";
import { installedEditor } from "./installedEditor.ts";
import { interposed } from "./interposed.ts";
import { rootsOnly, showsRows, storeCounts } from "./savedCountRows.ts";
import { manualRequests, project, settledRows, signIn, waitForStatus } from "./steps.ts";

const editor = installedEditor();
const service = interposed({ threads: 40, calls: 300 });
const threadsTitle = "Copy Threads Query As";
const countTitle = "Copy Count Query As";
const countPath = "/calls/query_stats";

const threadsBody = z.looseObject({ limit: z.number(), offset: z.number() });

/** Selects a language in the open menu. Resolves with the copied text, which contains neither key nor user name. */
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

/** The request of a copied curl command. */
function requestIn(text: string): { readonly url: string | undefined; readonly body: unknown } {
  const call = curlCall(text, { WANDB_API_KEY: "key", WEAVE_USERNAME: "me" });
  assert.equal(call.errors, "");
  assert.equal(optionIn(call, "--user"), "me:key");
  return { url: call.given.at(-1), body: JSON.parse(optionIn(call, "--data-raw") ?? "") };
}

/** The latest request to a path, as a copied command sends it. */
function latestRequest(path: string): ReturnType<typeof requestIn> {
  return {
    url: service.url + path,
    body: manualRequests(service.requests).findLast((one) => one.path === path)?.body,
  };
}

test("Copy Threads Query As copies the query of the view, and offers the last language first", (t) =>
  editor.inWindow(t, {}, async (window) => {
    const { quickInput } = window;
    const view = await signIn(window, service);
    await settledRows(view);
    await view.chooseMore("Copy Threads Query As…");
    await quickInput.waitFor(threadsTitle);
    await eventually(async () => assert.match(await quickInput.placeholder(), /WEAVE_USERNAME and WANDB_API_KEY/));
    const program = await copied(window, threadsTitle, "TypeScript");
    const notes = [
      /^\/\/ Threads in northwind\/support-assistant · Last 7 days · since /,
      /^\/\/ For Node\.js /,
      /^\/\/ Set WEAVE_USERNAME and WANDB_API_KEY /,
    ];
    for (const [index, line] of program.split("\n").slice(0, notes.length).entries())
      assert.match(line, notes[index] ?? /^$/);

    await view.chooseMore("Copy Threads Query As…");
    await quickInput.waitFor(threadsTitle);
    assert.deepEqual(
      (await quickInput.items()).map(({ label }) => label),
      ["TypeScript", "curl", "Python"],
    );
    // The list is complete, so the copied query has neither limit nor offset.
    const { url, body } = latestRequest("/threads/stream_query");
    const { limit, offset, ...whole } = threadsBody.parse(body);
    assert.deepEqual([limit, offset], [100, 100]);
    assert.deepEqual(requestIn(await copied(window, threadsTitle, "curl")), { url, body: whole });
  }));

test("Copy Count Query As copies all calls or a saved count", (t) =>
  editor.inWindow(t, {}, async (window) => {
    const { quickInput } = window;
    await signIn(window, service);
    await waitForStatus(window, "300 calls");
    const url = service.url + countPath;
    await window.startCommand("weaveThreads.copyCountQuery");
    assert.deepEqual(requestIn(await copied(window, countTitle, "curl")), { url, body: { project_id: project } });

    const name = "it's “roots”";
    await storeCounts(window, { [name]: rootsOnly });
    await restartExtension(window);
    const view = window.view("Counts");
    await showsRows(view, [name]);
    const roots = { url, body: { project_id: project, filter: { trace_roots_only: true } } };
    await view.chooseOn(name, "Copy Count Query As…");
    assert.deepEqual(requestIn(await copied(window, countTitle, "curl")), roots);
    await window.startCommand("weaveThreads.copyCountQuery");
    await quickInput.waitFor(countTitle);
    await quickInput.pick(name);
    assert.deepEqual(requestIn(await copied(window, countTitle, "curl")), roots);
  }));

test("Copy Count Query As copies the count file in the editor, in the form that the service supports", (t) =>
  editor.inWindow(t, {}, async (window) => {
    await runCommandById(window, "weaveThreads.newCountFile");
    const odd = { thread_ids: ['it\'s $(x) `y` \\ "z"\n', "\u202e!!"] };
    await setActiveText(window, JSON.stringify({ $schema: "x", filter: odd, limit: 5 }));
    await window.startCommand("weaveThreads.copyCountQuery");
    await window.notifications.waitFor("Sign in to Weave first.");

    await signIn(window, service);
    await waitForStatus(window, "300 calls");
    await window.startCommand("weaveThreads.copyCountQuery");
    assert.deepEqual(requestIn(await copied(window, countTitle, "curl")), {
      url: service.url + countPath,
      body: { project_id: project, filter: odd, limit: 5 },
    });
    await setActiveText(window, '{ "limits": 5 }');
    await window.startCommand("weaveThreads.copyCountQuery");
    await window.notifications.waitFor(/The count file is not valid\. limits: /);

    service.misbehave(lackingOperators(service, ["$lt"]));
    const operands = [{ $getField: "summary.weave.latency_ms" }, { $literal: 900 }];
    await setActiveText(window, JSON.stringify({ query: { $expr: { $lt: operands } } }));
    await runCommandById(window, "weaveThreads.runCountFile");
    const rewritten = { project_id: project, query: { $expr: { $not: [{ $gte: operands }] } } };
    assert.deepEqual(latestRequest(countPath).body, rewritten);
    await window.startCommand("weaveThreads.copyCountQuery");
    const command = await copied(window, countTitle, "curl");
    assert.match(command, /The service does not support .* The query was rewritten/);
    assert.deepEqual(requestIn(command).body, rewritten);
  }));
