import assert from "node:assert/strict";
import { type TestContext, test } from "node:test";
import { eventually } from "../editor/workbench/eventually.ts";
import type { QuickInput, QuickInputItem } from "../editor/workbench/quickInput.ts";
import type { Workbench } from "../editor/workbench/workbench.ts";
import { answering, hanging } from "../fault/interposedService.ts";
import { call, project } from "../unit/localService/testService.ts";
import { activeText } from "./editorApi.ts";
import { installedEditor } from "./installedEditor.ts";
import { interposedProjects } from "./interposed.ts";
import { signIn, waitForStatus } from "./steps.ts";

const start = Date.UTC(2026, 10, 3, 10);
/** Seven calls: five to `predict`, of 1 to 5 seconds, the last one with an error, and two to `judge` in one thread. */
const calls = [
  ...[1, 2, 3, 4, 5].map((seconds) =>
    call({
      id: `predict-${seconds}`,
      op_name: `weave:///${project}/op/predict:v1`,
      started_at: start,
      ended_at: start + seconds * 1000,
      exception: seconds === 5 ? "ValueError: no" : null,
    }),
  ),
  ...[2, 6].map((seconds) =>
    call({
      id: `judge-${seconds}`,
      trace_id: "judge-2",
      parent_id: seconds === 2 ? null : "judge-2",
      thread_id: "desk-1",
      op_name: `weave:///${project}/op/judge:v1`,
      started_at: start,
      ended_at: start + seconds * 1000,
    }),
  ),
];

/** Defines the op `judge`, which has calls, and `answer`, which has none. */
const source = {
  "desk/agent.py":
    "import weave\n\n@weave.op\ndef answer(q):\n    return q\n\n@weave.op()\ndef judge(a):\n    return a\n",
};

const editor = installedEditor();
const service = interposedProjects({ id: project, calls, objects: [] });

/** Waits until the first row is this count, and resolves to it. */
async function countIs(box: QuickInput, count: string): Promise<QuickInputItem> {
  return await eventually(async () => {
    const [row] = await box.items();
    assert.ok(row);
    assert.deepEqual([row.label, row.icons], [count, ["symbol-numeric"]]);
    return row;
  });
}

const title = /^Count Calls · /;

async function openBox(window: Workbench): Promise<QuickInput> {
  await window.runCommand("Weave: Count Calls…");
  await window.quickInput.waitFor(title);
  return window.quickInput;
}

/** The page that opens clears what is typed, and its rows replace those of the count. */
async function backToStart(box: QuickInput): Promise<void> {
  await box.press("Back");
  await eventually(async () => assert.equal((await box.items())[0]?.label, "All Calls"));
}

/** Enters a value in a step, and waits for the count box. */
async function enter(box: QuickInput, step: string, value: string): Promise<void> {
  await box.waitFor(step);
  await box.type(value);
  await box.accept();
  await box.waitFor(title);
}

/** Selects what to add; `title` is that of the next step. */
async function addCondition(box: QuickInput, field: string, title: string | RegExp = field): Promise<void> {
  await box.pick("Add Condition…");
  await box.waitFor("Add Condition");
  await box.pick(field);
  await box.waitFor(title);
}

function signedIn(test: TestContext, steps: (window: Workbench) => Promise<void>): Promise<void> {
  return editor.inWindow(test, { files: source }, async (window) => {
    await signIn(window, service, project);
    await waitForStatus(window, "7 calls");
    await steps(window);
  });
}

test("conditions are added, edited and removed in the count box, each time with a new count", (t) =>
  signedIn(t, async (window) => {
    const box = await openBox(window);
    await box.type("2");
    await box.pick("took at least 2s");
    await countIs(box, "6 calls");
    await backToStart(box);
    await box.type("predict");
    await eventually(async () => {
      const shown = (await box.items()).map(({ label }) => label);
      assert.deepEqual(shown, ["op is predict", "user is predict"]);
    });
    await box.accept();
    const { description, detail } = await countIs(box, "5 calls");
    assert.match(description, /^exact · \d\d?:\d\d/);
    assert.ok(detail.endsWith(` · ${project}`), detail);
    await addCondition(box, "Latency");
    await enter(box, "Latency", "> 2s");
    await countIs(box, "3 calls");
    await box.pick("took more than 2s");
    await box.waitFor("Latency");
    await eventually(async () => assert.equal(await box.value(), "> 2000ms"));
    await enter(box, "Latency", "<= 2s");
    await countIs(box, "2 calls");
    await box.pressOn("op is predict", "Remove");
    await countIs(box, "3 calls");
    await box.pick("took at most 2s");
    await enter(box, "Latency", "");
    await countIs(box, "7 calls");

    await addCondition(box, "Op");
    const defined = "any version · defined in desk/agent.py";
    await eventually(async () => {
      const shown = (await box.items()).map(({ label, description }) => [label, description]);
      assert.deepEqual(shown, [
        ["Enter an op name", ""],
        ["answer", defined],
        ["judge", defined],
      ]);
    });
    await box.type("jud");
    // A click on a row that moves would hit another one.
    await eventually(async () =>
      assert.deepEqual((await box.items()).map(({ label }) => label).slice(1), ["judge", "Exact match"]),
    );
    await box.pick("judge");
    await box.waitFor(title);
    await countIs(box, "2 calls");
    await box.pressOn("op is judge", "Remove");
    await countIs(box, "7 calls");

    await addCondition(box, "Turn");
    await box.press("Back");
    await box.waitFor("Add Condition");
    await box.press("Back");
    await box.waitFor(title);
    await countIs(box, "7 calls");
    await addCondition(box, "Limit");
    await enter(box, "Limit", "3");
    assert.match((await countIs(box, "at least 3 calls (limit reached)")).description, /^capped · /);
    await box.pressOn("Limit…", "Remove");
    await countIs(box, "7 calls");
    await addCondition(box, "Include Storage Size", title);
    await eventually(async () => assert.match((await countIs(box, "7 calls")).detail, /Storage: 70 bytes/));
    await addCondition(box, "Status");
    for (const name of ["error", "running"]) await box.pick(name);
    await eventually(async () => assert.deepEqual(await box.ticked(), ["error", "running"]));
    await box.accept();
    await box.waitFor(title);
    await countIs(box, "1 call");
    await box.dismiss();
  }));

test("a failed count offers Retry, and other conditions or Escape cancel a pending count", (t) =>
  signedIn(t, async (window) => {
    const box = await openBox(window);
    service.misbehave(answering(403, { detail: "Project not found" }));
    await box.pick("All Calls");
    await eventually(async () => {
      const [failure, ...others] = await box.items();
      assert.deepEqual(failure?.icons, ["error"]);
      assert.match(failure?.label ?? "", /does not exist, or this account cannot read it/);
      assert.deepEqual(
        others.slice(0, 2).map(({ label }) => label),
        ["Retry", "Select Project"],
      );
    });
    const [first, second] = [hanging(), hanging()];
    const waiting = () =>
      eventually(async () => {
        const [row] = await box.items();
        assert.deepEqual([row?.label, row?.icons], ["Counting…", ["loading", "modifier-spin"]]);
      });
    service.misbehave(first.misbehavior);
    await box.pick("Retry");
    await waiting();
    await first.requested;
    service.misbehave(second.misbehavior);
    await addCondition(box, "Include Storage Size", title);
    await first.gone;
    await waiting();
    await second.requested;
    await box.dismiss();
    await second.gone;
  }));

test("a count is listed as recent, saved, changed, and opened as a count file from its row", (t) =>
  signedIn(t, async (window) => {
    const box = await openBox(window);
    await box.pick("Calls in a Thread…");
    await enter(box, "Thread", "desk-1");
    await countIs(box, "2 calls");
    await box.dismiss();

    await openBox(window);
    await box.pick("thread is desk-1");
    await countIs(box, "2 calls");
    await box.pick("Save Count…");
    await enter(box, "Save Count", "Desk");
    await countIs(box, "Desk: 2 calls");
    await backToStart(box);
    await box.pick("Desk");
    await countIs(box, "Desk: 2 calls");
    await box.pick("Add Condition…");
    await box.pick("Trace Roots Only");
    await countIs(box, "1 call");
    await box.pick("Save Changes to Desk");
    await countIs(box, "Desk: 1 call");
    await box.dismiss();
    await window.view("Counts").chooseOn("Desk", "Open as Count File");
    await eventually(async () => {
      const body = { filter: { thread_ids: ["desk-1"], trace_roots_only: true } };
      assert.deepEqual(JSON.parse(await activeText(window)), body);
    });
  }));
