import assert from "node:assert/strict";
import { type TestContext, test } from "node:test";
import { createFormats } from "../../src/core/text/format.ts";
import { EditorTab } from "../editor/workbench/editorTab.ts";
import { eventually } from "../editor/workbench/eventually.ts";
import type { Workbench } from "../editor/workbench/workbench.ts";
import { answering, hanging } from "../fault/interposedService.ts";
import { lackingOperators } from "../fault/olderService.ts";
import { calls, countFileCases, serviceData, storedBytes } from "./countFileCases.ts";
import { installedEditor } from "./installedEditor.ts";
import { interposed } from "./interposed.ts";
import { besidesErrors, signIn, waitForStatus } from "./steps.ts";

const editor = installedEditor();
const service = interposed(serviceData);
const formats = createFormats("en");
const file = "mine.weave-count.json";
const button = "Count calls";

/** Takes steps in a window that is signed in and has an empty count file open. */
async function inCountFile(t: TestContext, steps: (tab: EditorTab, window: Workbench) => Promise<void>): Promise<void> {
  await editor.inWindow(t, { files: { [file]: "{}\n" } }, async (window) => {
    await signIn(window, service);
    await waitForStatus(window, "1.2K calls");
    await window.openFile(file);
    const tab = new EditorTab(window.page);
    await tab.waitFor(file);
    await steps(tab, window);
  });
}

function textOf(body: object): string {
  return `${JSON.stringify(body, undefined, 2)}\n`;
}

/** Waits until the first line says this after the button, and nothing else. */
async function waitForLens(tab: EditorTab, text: string | RegExp): Promise<string> {
  return await eventually(async () => {
    const [first, second = "", ...others] = await tab.codeLenses();
    assert.equal(first, button);
    assert.ok(typeof text === "string" ? second === text : text.test(second), `the lens says "${second}"`);
    assert.deepEqual(others, []);
    return second;
  });
}

function callsText(count: number): string {
  return count === 1 ? "1 call" : `${formats.exact(count)} calls`;
}

test("every field, operator and cast counts what a plain evaluation of the calls counts", (t) =>
  inCountFile(t, async (tab) => {
    const counts = new Set<number>();
    for (const [index, { what, body, count }] of countFileCases.entries()) {
      const before = besidesErrors(service.requests).length;
      await tab.replaceText(textOf(body));
      if (index % 2 === 0) await tab.pressCodeLens(button);
      else await tab.pressTitleButton("Run Count File");
      await eventually(async () => {
        assert.equal(besidesErrors(service.requests).length, before + 1, what);
        const [, shown = ""] = await tab.codeLenses();
        assert.match(shown, /^[\d,]+ calls? · \d+:\d\d:\d\d [AP]M$/, what);
        assert.equal(shown.split(" · ")[0], callsText(count), what);
      });
      counts.add(count);
    }
    assert.ok(counts.size > 25, `only ${counts.size} different counts`);
  }));

test("limit, size and another project are told beside the number", (t) =>
  inCountFile(t, async (tab) => {
    const cases: readonly (readonly [body: object, text: string])[] = [
      [{ limit: 100 }, "at least 100 calls (limit reached)"],
      [{ include_total_storage_size: true }, `1,200 calls · Storage: ${formats.size(storedBytes(calls))}`],
      [
        { filter: { call_ids: [calls[0]?.id] }, include_total_storage_size: true },
        `1 call · Storage: ${formats.size(storedBytes(calls.slice(0, 1)))} (only traces whose root call matches)`,
      ],
      [{ project_id: "fabrikam/rag-playground" }, "360 calls in fabrikam/rag-playground"],
    ];
    for (const [body, text] of cases) {
      await tab.replaceText(textOf(body));
      await eventually(async () => assert.doesNotMatch((await tab.codeLenses())[1] ?? "change", /M$/));
      await tab.pressCodeLens(button);
      const shown = await waitForLens(tab, /M$/);
      assert.equal(shown.split(" · ").slice(0, -1).join(" · "), text);
    }
    await tab.replaceText(textOf({ limit: 7 }));
    await waitForLens(tab, /360 calls in .* · outdated$/);
  }));

test("the schema completes, explains and checks", (t) =>
  inCountFile(t, async (tab) => {
    await tab.replaceText("{\n  \n}\n");
    await tab.goTo(2, 3);
    for (const name of ["filter", "query", "limit", "include_total_storage_size", "expand_columns", "project_id"]) {
      assert.ok((await tab.completions()).includes(name), name);
    }
    await tab.replaceText('{\n  "filter": {  },\n  "query": { "$expr": {  } }\n}\n');
    await tab.goTo(2, 15);
    const fields = await tab.completions();
    assert.ok(fields.includes("thread_ids") && fields.includes("trace_roots_only"), `${fields}`);
    await tab.goTo(3, 24);
    const operators = await tab.completions();
    assert.ok(operators.includes("$and") && !operators.includes("$literal"), `${operators}`);

    await tab.replaceText('{\n  "filter": { "op_name": ["a"] },\n  "query": { "$expr": { "$regex": [] } }\n}\n');
    await eventually(async () =>
      assert.deepEqual(
        (await tab.problems()).map(({ severity, message, line, column }) => [
          severity,
          message.split(".")[0],
          line,
          column,
        ]),
        [
          ["Warning", "Property op_name is not allowed", 2, 15],
          ["Warning", "Property $regex is not allowed", 3, 25],
        ],
      ),
    );
    await tab.replaceText(
      '{\n  "query": { "$expr": { "$not": [{ "$eq": [{ "$getField": "id" }, { "$literal": "a" }] }] } }\n}\n',
    );
    await tab.goTo(2, 27);
    assert.match(await tab.hover(), /the condition in the list is false/);
  }));

test("what is wrong is told at its place, before anything is sent", (t) =>
  inCountFile(t, async (tab) => {
    const before = besidesErrors(service.requests).length;
    await tab.replaceText(
      '{\n  "limit": 1,\n  "filter": { "call_ids": [] },\n  "query": { "$expr": { "$not": [] } }\n}\n',
    );
    await tab.pressCodeLens(button);
    await waitForLens(tab, /^Not counted: 3 problems in this file/);
    await eventually(async () =>
      assert.deepEqual(
        (await tab.problems()).filter(({ severity }) => severity === "Error").map(({ line, column }) => [line, column]),
        [
          [2, 12],
          [3, 27],
          [4, 33],
        ],
      ),
    );
    await tab.replaceText('{\n  "limit": 20,\n}\n');
    await eventually(async () =>
      assert.ok(
        (await tab.problems()).every(({ message }) => !message.includes("only checks whether any call exists")),
      ),
    );
    await tab.pressCodeLens(button);
    await waitForLens(tab, /^Not counted: invalid JSON/);
    assert.match(await tab.cursor(), /^Ln 3, Col 2 \(1 selected\)/);
    assert.equal(besidesErrors(service.requests).length, before);
  }));

test("what the service refuses becomes a problem at the deepest place that it names, until the file is changed", (t) =>
  inCountFile(t, async (tab) => {
    await tab.replaceText(
      '{\n  "filter": { "op_names": ["a", "b"] },\n  "query": { "$expr": { "$and": [\n    { "$eq": [{ "$getField": "id" }, { "$literal": "a" }] }\n  ] } }\n}\n',
    );
    const eq = ["body", "query", "$expr", "AndOperation", "$and", 0, "EqOperation", "$eq"];
    const entry = (loc: readonly (string | number)[], msg: string, type = "string_type") => ({
      loc,
      msg,
      type,
      input: 1,
    });
    service.misbehave(
      answering(422, {
        detail: [
          entry(["body", "filter", "op_names", 1], "No such op"),
          entry(["body", "query", "$expr", "OrOperation", "$or"], "Field required", "missing"),
          entry([...eq, 0, "GetFieldOperator", "$getField"], "No such field"),
          entry([...eq, 0, "LiteralOperation", "$literal"], "Field required", "missing"),
        ],
      }),
    );
    await tab.pressCodeLens(button);
    await waitForLens(tab, /^Not counted: 2 problems in this file/);
    await eventually(async () =>
      assert.deepEqual(
        (await tab.problems()).map(({ severity, message, line, column }) => [severity, message, line, column]),
        [
          ["Error", "No such op", 2, 33],
          ["Error", "No such field", 4, 30],
        ],
      ),
    );
    service.misbehave(null);
    await tab.replaceText("{}\n");
    await eventually(async () => assert.deepEqual(await tab.problems(), []));
    await tab.pressCodeLens(button);
    await waitForLens(tab, /^1,200 calls/);
  }));

test("while it counts, it says so and can be cancelled; other failures are told in words", (t) =>
  inCountFile(t, async (tab, window) => {
    const first = hanging();
    service.misbehave(first.misbehaviour);
    await tab.pressCodeLens(button);
    await eventually(async () => assert.deepEqual(await tab.codeLenses(), ["Counting…", "Cancel"]));
    await tab.pressCodeLens("Cancel");
    await first.gone;
    await eventually(async () => assert.deepEqual(await tab.codeLenses(), [button]));

    const second = hanging();
    service.misbehave(second.misbehaviour);
    await tab.pressCodeLens(button);
    await eventually(async () => assert.deepEqual(await tab.codeLenses(), ["Counting…", "Cancel"]));
    service.misbehave(null);
    await tab.pressTitleButton("Run Count File");
    await second.gone;
    await waitForLens(tab, /^1,200 calls/);

    service.misbehave(answering(403, { detail: "Project not found" }));
    await tab.pressCodeLens(button);
    await waitForLens(tab, /^Not counted: The project does not exist, or this account cannot read it\./);
    await window.notifications.waitFor(/cannot read it/);

    service.misbehave(null);
    const nested = { $literal: [{ $literal: { a: { $literal: 1 } } }] };
    await tab.replaceText(textOf({ query: { $expr: { $eq: [{ $getField: "inputs.tools" }, nested] } } }));
    await tab.pressCodeLens(button);
    await waitForLens(tab, /^Not counted: The service rejected the request: Unknown value type/);
    assert.deepEqual(await tab.problems(), []);

    const third = hanging();
    service.misbehave(third.misbehaviour);
    await tab.pressCodeLens(button);
    await eventually(async () => assert.deepEqual(await tab.codeLenses(), ["Counting…", "Cancel"]));
    await window.runCommand("View: Close All Editors");
    await third.gone;
  }));

test("an older service is asked in the older form, which is told; without one the operator is said not to be supported", (t) =>
  inCountFile(t, async (tab, window) => {
    service.misbehave(lackingOperators(service, ["$lt", "$lte", "$containsToken"]));
    const latency = { $getField: "summary.weave.latency_ms" };
    await tab.replaceText(textOf({ query: { $expr: { $lt: [latency, { $literal: 900 }] } } }));
    await tab.pressCodeLens(button);
    const count = calls.filter((call) => call.ended_at !== null && call.ended_at - call.started_at < 900).length;
    await waitForLens(tab, new RegExp(`^${callsText(count)} · \\$lt rewritten for this service · `));
    assert.match(
      await tab.codeLensTooltip("rewritten for this service"),
      /does not support \$lt\..*may count calls without a value differently/,
    );

    const words = { input: { $getField: "inputs.messages.0.content" }, substr: { $literal: "order" } };
    await tab.replaceText(textOf({ query: { $expr: { $containsToken: words } } }));
    await tab.pressCodeLens(button);
    await waitForLens(tab, /^Not counted: \$containsToken is not supported by this service/);
    await window.notifications.waitFor(/\$containsToken is not supported by this service/);
  }));

test("a new count file is an example that can be counted at once, and a second one has a name of its own", (t) =>
  inCountFile(t, async (tab, window) => {
    await window.runCommand("Weave: New Count File");
    await tab.waitFor("count.weave-count.json");
    await eventually(async () => assert.deepEqual(await tab.codeLenses(), [button]));
    const text = await window.editorText();
    const body: unknown = JSON.parse(text);
    assert.equal(text, textOf(typeof body === "object" && body !== null ? body : {}));
    assert.match(text, /started_at[\s\S]*"error"/);
    assert.deepEqual(await tab.problems(), []);
    await tab.pressCodeLens(button);
    await waitForLens(tab, /^\d+ calls? · /);
    await window.runCommand("Weave: New Count File");
    await tab.waitFor("count-2.weave-count.json");
  }));
