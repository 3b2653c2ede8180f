import assert from "node:assert/strict";
import { type TestContext, test } from "node:test";
import { createFormats } from "../../src/core/text/format.ts";
import { sampleProject } from "../../src/sampleService/data/sampleProject.ts";
import { supportWorkload } from "../../src/sampleService/data/supportWorkload.ts";
import type { Call } from "../../src/sampleService/query/call.ts";
import { eventually } from "../editor/workbench/eventually.ts";
import type { QuickInput, QuickInputItem } from "../editor/workbench/quickInput.ts";
import type { Workbench } from "../editor/workbench/workbench.ts";
import { answering, hanging } from "../fault/interposedService.ts";
import { installedEditor } from "./installedEditor.ts";
import { interposedProjects } from "./interposed.ts";
import { project, settledRows, signIn, waitForStatus } from "./steps.ts";

const hour = 3_600_000;
const now = Math.floor(Date.now() / hour) * hour;
const generated = sampleProject({
  id: project,
  workload: supportWorkload,
  threads: 60,
  calls: 1_500,
  seed: 11,
  now: new Date(now),
});
/** The generated calls, some of which give an object back, as those of the sample do not. */
const calls: readonly Call[] = [...generated.calls].map((call, index) =>
  index % 5 === 0
    ? { ...call, output_refs: [`weave:///${project}/object/Answer:${index % 2 === 0 ? "a" : "b"}1`] }
    : call,
);

const editor = installedEditor();
const service = interposedProjects({ ...generated, calls });
const formats = createFormats("en");

/** The value that the most calls have, of those that `read` gives. */
function common(read: (call: Call) => string | null | undefined, rank = 0): string {
  const uses = new Map<string, number>();
  for (const value of calls.map(read)) if (value != null) uses.set(value, (uses.get(value) ?? 0) + 1);
  const [value] = [...uses].sort(([, a], [, b]) => b - a)[rank] ?? [];
  if (value === undefined) throw new Error("No call has a value.");
  return value;
}

const opName = (call: Call): string | undefined => /\/op\/(.+):/.exec(call.op_name)?.[1];
const status = (call: Call): string => {
  if (call.exception !== null) return "error";
  if (/"error":[1-9]/.test(JSON.stringify(call.summary))) return "descendant_error";
  return call.ended_at === null ? "running" : "success";
};
const statusName = (call: Call): string => (status(call) === "descendant_error" ? "failed call inside" : status(call));
const statusNames = ["success", "error", "running", "failed call inside"];
const byStatus = (a: string, b: string): number => statusNames.indexOf(a) - statusNames.indexOf(b);
const latency = (call: Call): number | null => (call.ended_at === null ? null : call.ended_at - call.started_at);
const withoutVersion = (ref: string | undefined): string | undefined => ref?.replace(/:[^:]+$/, "");

const op = common(opName);
const bareOp = common((call) => (call.op_name.startsWith("weave:") ? null : call.op_name));
const inputRef = common((call) => withoutVersion(call.input_refs[0]));
const outputRef = common((call) => call.output_refs[0]);
const [parent, otherParent] = [common((call) => call.parent_id), common((call) => call.parent_id, 1)];
const [trace, otherTrace] = [common((call) => call.trace_id), common((call) => call.trace_id, 1)];
const thread = common((call) => call.thread_id);
const turn = common((call) => call.turn_id);
const user = common((call) => call.wb_user_id);
const run = common((call) => call.wb_run_id);
const [from, to] = [now - 9 * 24 * hour, now - 2 * 24 * hour];

/** Field, what a person types, and the calls that are meant. */
const typed: readonly (readonly [field: string, value: string, matches: (call: Call) => boolean])[] = [
  ["Op", op, (call) => opName(call) === op],
  ["Input Ref", `${inputRef}:*`, (call) => call.input_refs.some((ref) => withoutVersion(ref) === inputRef)],
  ["Output Ref", outputRef, (call) => call.output_refs.includes(outputRef)],
  ["Parent Call", `${parent}, ${otherParent}`, ({ parent_id }) => parent_id === parent || parent_id === otherParent],
  ["Trace", JSON.stringify([trace, otherTrace]), ({ trace_id }) => trace_id === trace || trace_id === otherTrace],
  ["Call", `${trace} ${turn} ${parent}`, ({ id }) => id === turn || id === parent],
  ["Thread", JSON.stringify([thread]), (call) => call.thread_id === thread],
  ["Turn", turn, (call) => call.turn_id === turn],
  ["User", user, (call) => call.wb_user_id === user],
  ["Run", run.split("/").at(-1) ?? "", (call) => call.wb_run_id === run],
  ["Latency", "> 2s", (call) => (latency(call) ?? -1) >= 2000],
  ["Latency", "<= 750ms", (call) => (latency(call) ?? Infinity) <= 750],
  ["Latency", "1s..1m", (call) => (latency(call) ?? -1) >= 1000 && (latency(call) ?? Infinity) <= 60_000],
];

function callsText(count: number): string {
  return count === 1 ? "1 call" : `${formats.exact(count)} calls`;
}

/** Waits for the count, and gives its row. */
async function counted(box: QuickInput): Promise<QuickInputItem> {
  return await eventually(async () => {
    const [first] = await box.items();
    assert.ok(first !== undefined, "the box is empty");
    assert.deepEqual(first.icons, ["symbol-numeric"], first.label);
    return first;
  });
}

async function countIs(box: QuickInput, count: number): Promise<QuickInputItem> {
  return await eventually(async () => {
    const row = await counted(box);
    assert.equal(row.label, callsText(count));
    return row;
  });
}

async function addCondition(box: QuickInput, field: string): Promise<void> {
  await box.pick("Add Condition…");
  await box.waitFor("Add Condition");
  await box.pick(field);
}

async function backToStart(box: QuickInput): Promise<void> {
  await box.press("Back");
  await eventually(async () => assert.equal((await box.items())[0]?.label, "All Calls"));
}

const start = /^Count Calls · /;

async function openBox(window: Workbench): Promise<QuickInput> {
  await window.runCommand("Weave: Count Calls…");
  await window.quickInput.waitFor(start);
  return window.quickInput;
}

/** Types what a step asks for, and comes back to the box. */
async function enter(box: QuickInput, step: string, value: string): Promise<void> {
  await box.waitFor(step);
  await box.type(value);
  await box.accept();
  await box.waitFor(start);
}

function signedIn(test: TestContext, steps: (window: Workbench) => Promise<void>): Promise<void> {
  return editor.inWindow(test, {}, async (window) => {
    await signIn(window, service);
    await waitForStatus(window, `${formats.compact(calls.length)} calls`);
    await steps(window);
  });
}

test("each field is set in the box as a person would, and the number is right", (t) =>
  signedIn(t, async (window) => {
    const box = await openBox(window);
    for (const [field, value, matches] of typed) {
      const expected = calls.filter(matches).length;
      assert.ok(expected > 0 && expected < calls.length, `${field} ${value} tells calls apart`);
      await addCondition(box, field);
      await enter(box, field, value);
      const { description, detail } = await countIs(box, expected);
      assert.match(description, /^exact · \d\d?:\d\d/);
      assert.ok(detail.endsWith(` · ${project}`), detail);
      await backToStart(box);
    }

    await addCondition(box, "Op");
    await box.waitFor("Op");
    await box.type(JSON.stringify([bareOp]));
    assert.ok(await box.offers("Exact match", 10_000));
    await box.pick("Exact match");
    await countIs(box, calls.filter((call) => call.op_name === bareOp).length);
    await backToStart(box);

    const roots = calls.filter((call) => call.parent_id === null);
    await addCondition(box, "Trace Roots Only");
    await countIs(box, roots.length);
    await backToStart(box);

    for (const ticked of [["error"], ["failed call inside", "running"], ["success"]]) {
      await addCondition(box, "Status");
      await box.waitFor("Status");
      for (const name of ticked) await box.pick(name);
      await eventually(async () => assert.deepEqual(await box.ticked(), ticked.toSorted(byStatus)));
      await box.accept();
      await box.waitFor(start);
      await countIs(box, calls.filter((call) => ticked.includes(statusName(call))).length);
      await backToStart(box);
    }

    await addCondition(box, "Start Time");
    await box.waitFor("Start Time");
    await box.pick("Custom Range…");
    await eventually(async () => assert.match(await box.message(), /Start and end time/));
    await enter(box, "Start Time", `${new Date(from).toISOString()} to ${new Date(to).toISOString()}`);
    await countIs(box, calls.filter((call) => call.started_at >= from && call.started_at < to).length);
    await backToStart(box);

    await addCondition(box, "Start Time");
    await box.waitFor("Start Time");
    await box.pick("Last 7 days");
    await counted(box);
    // Relative times count from the moment of asking.
    const since = Number(/"\$literal":([\d.]+)/.exec(JSON.stringify(service.requests.at(-1)?.body))?.[1]) * 1000;
    assert.ok(Math.abs(Date.now() - 7 * 24 * hour - since) < 60_000, String(since));
    await countIs(box, calls.filter((call) => call.started_at >= since).length);
    await backToStart(box);

    await box.pick("Errors Today");
    const today = new Date().setHours(0, 0, 0, 0);
    const errors = calls.filter((call) => status(call) === "error");
    await countIs(box, errors.filter((call) => call.started_at >= today).length);
    await backToStart(box);

    await box.pick("All Calls");
    await countIs(box, calls.length);
    await box.pick("Limit…");
    await box.waitFor("Limit");
    await box.type("1");
    await eventually(async () => assert.match(await box.message(), /Enter 2 or more/));
    await enter(box, "Limit", "100");
    await eventually(async () => {
      const { label, description } = await counted(box);
      assert.equal(label, "at least 100 calls (limit reached)");
      assert.match(description, /^capped · /);
    });
    await box.pick("Limit…");
    await enter(box, "Limit", "5000");
    assert.match((await countIs(box, calls.length)).description, /^exact · /);
    await box.pressOn("Limit…", "Remove");

    const size = (some: readonly Call[]) => some.reduce((sum, call) => sum + call.storage_size_bytes, 0);
    await box.pick("Include Storage Size");
    const whole = `Storage: ${formats.size(size(calls))}`;
    await eventually(async () => assert.ok((await counted(box)).detail.includes(whole), whole));
    await addCondition(box, "Call");
    await enter(box, "Call", trace);
    await countIs(box, calls.filter(({ id }) => id === trace).length);
    await backToStart(box);

    const rootsOf = new Set(roots.map(({ trace_id }) => trace_id));
    await box.pick("Trace Roots Only");
    await countIs(box, roots.length);
    await box.pick("Include Storage Size");
    const ofRoots = `Storage: ${formats.size(size(calls.filter(({ trace_id }) => rootsOf.has(trace_id))))} (only traces whose root call matches)`;
    await eventually(async () => assert.ok((await counted(box)).detail.includes(ofRoots), ofRoots));
    await box.pressOn("trace roots only", "Remove");
    await addCondition(box, "Parent Call");
    await enter(box, "Parent Call", parent);
    await eventually(async () => assert.match((await counted(box)).detail, /Storage: unknown/));
    await box.dismiss();
  }));

test("conditions are added, changed and taken away, each time with a new number", (t) =>
  signedIn(t, async (window) => {
    const box = await openBox(window);
    const ofOp = calls.filter((call) => opName(call) === op);
    await box.pick("Calls to an Op…");
    await enter(box, "Op", op);
    await countIs(box, ofOp.length);
    await addCondition(box, "Latency");
    await enter(box, "Latency", "> 1s");
    await countIs(box, ofOp.filter((call) => (latency(call) ?? -1) >= 1000).length);

    await box.pick("took at least 1s");
    await box.waitFor("Latency");
    assert.equal(await box.value(), ">= 1000ms");
    await enter(box, "Latency", "< 1s");
    await countIs(box, ofOp.filter((call) => (latency(call) ?? Infinity) <= 1000).length);

    await box.pressOn(`op is ${op}`, "Remove");
    await countIs(box, calls.filter((call) => (latency(call) ?? Infinity) <= 1000).length);
    await box.pick("took at most 1s");
    await enter(box, "Latency", "");
    await countIs(box, calls.length);

    await addCondition(box, "Turn");
    await box.waitFor("Turn");
    await box.press("Back");
    await box.waitFor("Add Condition");
    await box.press("Back");
    await box.waitFor(start);
    await countIs(box, calls.length);
    await box.dismiss();
  }));

test("a count is copied, found among the recent ones, saved and counted again, and opened as a count file", (t) =>
  signedIn(t, async (window) => {
    const box = await openBox(window);
    const ofThread = calls.filter((call) => call.thread_id === thread).length;
    await box.pick("Calls in a Thread…");
    await enter(box, "Thread", thread);
    await countIs(box, ofThread);
    await box.pick("Copy Count");
    await box.waitUntilClosed();
    await eventually(async () => assert.equal(await window.clipboard(), String(ofThread)));

    await openBox(window);
    await box.pick(`thread is ${thread}`);
    await countIs(box, ofThread);
    await box.pick("Save Count…");
    await enter(box, "Save Count", "Long $(error) thread");
    await countIs(box, ofThread);
    await backToStart(box);
    await box.pick("Long $(error) thread");
    await countIs(box, ofThread);
    await addCondition(box, "Trace Roots Only");
    const ownRoots = calls.filter((call) => call.thread_id === thread && call.parent_id === null).length;
    await countIs(box, ownRoots);
    await box.pick("Save Changes to Long $(error) thread");
    await eventually(async () => {
      assert.ok((await box.items()).every(({ label }) => !label.startsWith("Save Changes")));
    });
    await box.pick("Open as Count File");
    await box.waitUntilClosed();
    await eventually(async () => {
      const body = { filter: { thread_ids: [thread], trace_roots_only: true } };
      assert.deepEqual(JSON.parse(await window.editorText()), body);
    });
  }));

test("a failure is told in the box with Retry, and the earlier number is not kept", (t) =>
  signedIn(t, async (window) => {
    const box = await openBox(window);
    await box.pick("All Calls");
    await countIs(box, calls.length);
    service.misbehave(answering(500, {}));
    await box.pick("Include Storage Size");
    await eventually(async () => {
      const [failure, retry] = await box.items();
      assert.deepEqual(failure?.icons, ["error"]);
      assert.match(failure?.label ?? "", /The service failed \(status 500\)/);
      assert.equal(retry?.label, "Retry");
    });
    service.misbehave(answering(403, { detail: "Project not found" }));
    await box.pick("Retry");
    await eventually(async () => {
      const labels = (await box.items()).map(({ label }) => label);
      assert.match(labels[0] ?? "", /does not exist, or this account cannot read it/);
      assert.deepEqual(labels.slice(1, 3), ["Retry", "Select Project"]);
    });
    service.misbehave(null);
    await box.pick("Retry");
    await countIs(box, calls.length);
    await box.dismiss();
  }));

test("putting the box away gives the request up, and so does asking for something else", (t) =>
  signedIn(t, async (window) => {
    const box = await openBox(window);
    const waiting = async () => {
      await eventually(async () => {
        const [first] = await box.items();
        assert.deepEqual([first?.label, first?.icons], ["Counting…", ["loading", "modifier-spin"]]);
      });
    };
    const first = hanging();
    service.misbehave(first.misbehaviour);
    await box.pick("All Calls");
    await waiting();
    const second = hanging();
    service.misbehave(second.misbehaviour);
    await box.pick("Include Storage Size");
    await first.gone;
    await waiting();
    await box.dismiss();
    await second.gone;
    service.misbehave(null);
    await openBox(window);
    await box.pick("All Calls");
    await countIs(box, calls.length);
    await box.dismiss();
  }));

test("the calls of a thread are counted from its row", (t) =>
  editor.inWindow(t, {}, async (window) => {
    const view = await signIn(window, service);
    await settledRows(view);
    const requests = service.requests.length;
    const [row] = await view.rows();
    assert.ok(row !== undefined);
    const box = window.quickInput;
    // A menu that is used in the moment of a redraw comes without its row.
    await eventually(async () => {
      await view.chooseOn(row.label, "Count Calls in This Thread…");
      const shown = window.page.locator(".quick-input-title").filter({ hasText: "Count Calls", visible: true });
      await shown.waitFor({ timeout: 3000 });
    });
    await box.waitFor(start);
    const { label } = await counted(box);
    const asked = service.requests.slice(requests).find(({ path }) => path === "/calls/query_stats");
    const ids = calls.flatMap(({ thread_id }) => (thread_id === null ? [] : thread_id));
    const id = ids.find((one) => JSON.stringify(asked?.body).includes(JSON.stringify(one)));
    assert.deepEqual(asked?.body, { project_id: project, filter: { thread_ids: [id] } });
    assert.equal(label, callsText(calls.filter((call) => call.thread_id === id).length));
    await box.dismiss();
  }));
