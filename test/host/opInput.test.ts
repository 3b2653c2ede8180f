import assert from "node:assert/strict";
import { test } from "node:test";
import { commands, EventEmitter, type QuickPick, window } from "vscode";
import type { OpItem, OpOrigin } from "../../src/core/counts/opRows.ts";
import type { Session } from "../../src/core/session/session.ts";
import { askOps } from "../../src/features/counts/opInput.ts";
import { askFillingPick } from "../../src/vscode/ui/fillingPick.ts";
import { eventually } from "../editor/workbench/eventually.ts";

const project = "acme/desk";
const ref = (name: string) => `weave:///${project}/op/${name}:*`;

test("suggested ops are added as they are found, and the selected one stays selected", async (t) => {
  const { createQuickPick } = window;
  let pick: QuickPick<OpItem> | undefined;
  Reflect.set(window, "createQuickPick", () => {
    pick = createQuickPick<OpItem>();
    return pick;
  });
  t.after(() => Reflect.set(window, "createQuickPick", createQuickPick));
  let found: ((op: string, origin: OpOrigin) => void) | undefined;
  let ended: AbortSignal | undefined;
  const suggest: Parameters<typeof askOps>[3] = (give, signal) => {
    found = give;
    ended = signal;
    for (const name of ["predict", "judge"]) give(ref(name), "count");
  };
  const requested = askOps({ title: "Op" }, [], project, suggest);
  assert.ok(pick !== undefined && found !== undefined);
  const ops = () => pick?.items.flatMap(({ op }) => op ?? []);
  // Known at once: the input does not wait for others.
  await eventually(() => assert.deepEqual(ops(), [ref("predict"), ref("judge")]));
  const selectNext = async () => await commands.executeCommand("workbench.action.quickOpenSelectNext");
  const selected = (op: string) =>
    eventually(() =>
      assert.deepEqual(
        pick?.activeItems.map((item) => item.op),
        [ref(op)],
      ),
    );
  // VS Code selects the first row when it draws them.
  await eventually(() => assert.equal(pick?.activeItems.length, 1));
  for (const op of ["predict", "judge"]) {
    await selectNext();
    await selected(op);
  }
  for (const name of ["answer", "judge", "retrieve"]) found(ref(name), { file: "agent.py" });
  await eventually(() => assert.deepEqual(ops(), [ref("predict"), ref("judge"), ref("answer"), ref("retrieve")]));
  // The extension host sends new rows with its next timer: during this request, so before the command.
  await commands.getCommands();
  await selectNext();
  await selected("answer");
  assert.equal(ended?.aborted, false);
  pick.hide();
  assert.deepEqual(await requested, { kind: "hidden" });
  assert.equal(ended?.aborted, true);
  found(ref("late"), "turn");
  assert.equal(ops()?.includes(ref("late")), false);
});

test("a session that ends closes its pick, which then loads no more", { timeout: 20_000 }, async () => {
  const sessions = new EventEmitter<Session>();
  let ended: AbortSignal | undefined;
  const fill = async (_pick: unknown, signal: AbortSignal) => {
    ended = signal;
  };
  const requested = askFillingPick({ title: "Calls", placeholder: "", sessions: { onChange: sessions.event }, fill });
  sessions.fire({ kind: "signedOut", project: null, problem: null });
  assert.deepEqual([await requested, ended?.aborted], [{ kind: "hidden" }, true]);
});
