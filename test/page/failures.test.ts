import assert from "node:assert/strict";
import { test } from "node:test";
import { exceptionLine, failureText } from "../../src/core/calls/failure.ts";
import { eventually } from "../editor/workbench/eventually.ts";
import { openConversation } from "./browserPage.ts";
import { said, turn } from "./conversationPage.ts";
import { pageTexts } from "./pageTexts.ts";
import { richCalls } from "./richTurns.ts";

const text = "issue_refund: PaymentGatewayTimeout: no response after 8 s";

test("a turn's head names the call that failed, and goes to it in the expanded calls", async (t) => {
  const page = await openConversation(t, {
    editor: { documents: () => said("?", "ok"), calls: () => ({ kind: "shown", value: richCalls }) },
  });
  const turns = [turn(1, { status: "descendant_error" }), turn(2)];
  await page.show(turns, { failures: [{ turnId: "turn-1", callId: "find", text }] });
  const line = page.frame.getByRole("button", { name: text });
  await line.waitFor();
  assert.deepEqual(await pageTexts(page, ".turn-failure"), [`✕ ${text}`]);
  await line.focus();
  await page.page.keyboard.press("Enter");
  await eventually(async () => {
    assert.match(await page.locator("[role=treeitem][aria-current=true]").innerText(), /find_order/);
    assert.match(await page.evaluate("document.activeElement.className"), /turn/);
  });
  await page.show(turns);
  await eventually(async () => assert.equal(await page.locator(".turn-failure").count(), 0));
  await page.isQuiet();
});

test("a long line of a stack trace scrolls inside the box of its exception", async (t) => {
  const trace = `Traceback (most recent call last):\n  File "/${"a".repeat(400)}.py", line 1, in f\nKeyError: 'x'`;
  const calls = richCalls.map((call) => (call.id === "find" ? { ...call, exception: trace } : call));
  const page = await openConversation(t, {
    editor: { documents: () => said("?", "ok"), calls: () => ({ kind: "shown", value: calls }) },
  });
  await page.show([turn(1)], { failures: [{ turnId: "turn-1", callId: "find", text }] });
  await page.frame.getByRole("button", { name: text }).click();
  const box = page.locator(".row-details .exception");
  await box.locator("summary").click();
  await box.locator("pre").waitFor();
  const widths = await page.evaluate(
    `[".row-details .exception", ".turn"].map((each) => document.querySelector(each).getBoundingClientRect().right)`,
  );
  const [right, most] = Array.isArray(widths) ? widths.map(Number) : [];
  assert.ok(right !== undefined && most !== undefined && right <= most, `${right} of ${most}`);
});

test("an exception that a turn passes on is in its head, at its call and in the turn's details, and another one is shown", async (t) => {
  const call = richCalls.find(({ id }) => id === "find");
  assert.ok(call);
  const steps = [{ kind: "tool", call, documents: { kind: "shown", value: { inputs: {}, output: null } } }] as const;
  const page = await openConversation(t, { editor: { documents: () => said("?", "ok"), steps: () => steps } });
  const failure = { turnId: "turn-1", callId: "find", text: failureText(call) };
  const own = turn(1, { status: "error", exception: call.exception });
  const shown = async () =>
    (await page.locator(".turn").innerText()).split(exceptionLine(call.exception ?? "")).length - 1;
  await page.show([own], { failures: [failure] });
  await eventually(async () => assert.equal(await shown(), 2));
  await page.locator(".step > summary").click();
  await page.locator(".step .exception").waitFor();
  assert.equal(await shown(), 2);
  await page.locator(".rest > summary").click();
  await page.locator(".rest .exception").waitFor();
  await page.show([{ ...own, exception: "RuntimeError: wrapped" }], { failures: [failure] });
  await eventually(async () =>
    assert.deepEqual(await pageTexts(page, ".turn-body > .exception > .exception-line"), ["RuntimeError: wrapped"]),
  );
  await page.isQuiet();
});

test("a long failure is one line, and hostile text in it is text", async (t) => {
  const page = await openConversation(t, { width: 400, editor: { documents: () => said("?", "ok") } });
  const long = `<img src=x onerror=alert(1)> ${"very long ".repeat(40)}`;
  await page.show([turn(1, { status: "error" })], { failures: [{ turnId: "turn-1", callId: "c", text: long }] });
  await page.locator(".turn-failure").waitFor();
  const [height, width] = await page.evaluate<[number, number]>(
    "[document.querySelector('.turn-failure').offsetHeight, document.documentElement.scrollWidth]",
  );
  assert.ok(height < 30 && width <= 400, `${height} ${width}`);
  assert.equal(await page.locator("img").count(), 0);
  await page.isQuiet();
});

const traceback = `Traceback (most recent call last):
  File "/app/refunds.py", line 12, in issue
    raise PaymentGatewayTimeout
  File "/usr/lib/python3.12/<img src=x>.py", line 3, in send
PaymentGatewayTimeout: no response`;

test("a stack frame in a file of the workspace is a button that opens it, the others are text", async (t) => {
  const files = (paths: readonly string[]) => paths.filter((path) => path === "/app/refunds.py");
  const page = await openConversation(t, { editor: { documents: () => said("?", "ok"), files } });
  await page.show([turn(1, { status: "error", exception: traceback })]);
  await page.locator(".trace > summary").click();
  const frame = page.frame.getByRole("button", { name: 'File "/app/refunds.py", line 12' });
  await frame.focus();
  await page.page.keyboard.press("Enter");
  await eventually(() =>
    assert.deepEqual(page.sent("openFile"), [{ kind: "openFile", path: "/app/refunds.py", line: 12 }]),
  );
  assert.equal(page.sent("files").length, 1);
  assert.equal(await page.locator(".trace pre").textContent(), traceback);
  assert.equal(await page.locator(".trace pre button").count(), 1);
  await page.show([turn(1), turn(2, { status: "error", exception: traceback.replace("refunds", "orders") })]);
  await page.turn(2).locator(".trace > summary").click();
  await eventually(() => assert.deepEqual(page.sent("files")[1]?.paths, ["/app/orders.py"]));
  await page.isQuiet();
});
