import assert from "node:assert/strict";
import { runMain } from "../editor/runMain.ts";
import { startInstalledEditor } from "../editor/startInstalledEditor.ts";
import { eventually } from "../editor/workbench/eventually.ts";
import { startInterposedService } from "../fault/interposedService.ts";
import { settledRows, signIn } from "../ui/steps.ts";
import { allTime } from "../ui/threadRows.ts";
import { median, notify } from "./figure.ts";

// The first page of threads in a real editor, with messages as labels and without: when rows are painted after the
// extension starts, and when the labels of the first 25 rows are painted after the last byte of their messages.

const rounds = 9;
/** Milliseconds before a real service responds. VS Code, which has drawn the loading view by then, waits 200 ms between draws. */
const usualLatency = 500;

/** Records when rows are first painted, and each time that labels change afterwards. Times are those of `Date.now`. */
const observe = `(() => {
  const seen = { rows: 0, labels: [] };
  let last = "";
  const look = () => {
    const names = [...document.querySelectorAll(".part.sidebar .pane .monaco-list-row .label-name")].map((name) => name.textContent);
    const text = names.join("\\n");
    if (names.length < 5 || text === last) return;
    last = text;
    if (seen.rows === 0) seen.rows = Date.now();
    else seen.labels.push(Date.now());
  };
  const observer = new MutationObserver(look);
  observer.observe(document.querySelector(".part.sidebar"), { childList: true, subtree: true, characterData: true });
  globalThis.observed = seen;
})()`;

interface Observed {
  readonly rows: number;
  readonly labels: readonly number[];
}

await runMain(async (signal) => {
  await using service = await startInterposedService();
  await using editor = await startInstalledEditor({}, signal);
  await using profile = await editor.newProfile(allTime);
  const window = await profile.open();
  const view = await signIn(window, service);
  await settledRows(view);
  const host = await window.host();
  const painted: Record<string, number[]> = { id: [], firstMessage: [] };
  const firstRows: number[] = [];
  const delays: number[] = [];
  const redraws: number[] = [];
  for (let round = 0; round < 2 * rounds; round++) {
    const label = round % 2 === 0 ? "id" : "firstMessage";
    await host.run(async ({ vscode, stop }, value: string) => {
      await stop();
      const global = vscode.ConfigurationTarget.Global;
      await vscode.workspace.getConfiguration().update("weaveThreads.threadLabel", value, global);
    }, label);
    await eventually(async () => assert.deepEqual(await view.rows(), []));
    const ended: number[] = [];
    const arrived: number[] = [];
    service.misbehave((_incoming, outgoing, held) => {
      if (held.path === "/threads/stream_query") outgoing.once("pipe", () => arrived.push(Date.now()));
      if (JSON.stringify(held.body).includes('"inputs"')) outgoing.on("finish", () => ended.push(Date.now()));
      if (held.path === "/threads/stream_query") setTimeout(held.pass, usualLatency);
      else held.pass();
    });
    await window.page.evaluate(observe);
    const begun = Date.now();
    await host.run(({ start }) => start());
    await settledRows(view);
    const isLabeled = async () => !(await view.rows())[0]?.accessibleName.startsWith("Thread ");
    await eventually(async () => assert.equal(await isLabeled(), label === "firstMessage"));
    const { rows, labels } = await window.page.evaluate<Observed>("observed");
    painted[label]?.push(rows - begun);
    firstRows.push(rows - (arrived[0] ?? Number.NaN));
    const [first] = ended;
    if (first === undefined) continue;
    delays.push((labels.find((time) => time >= first) ?? Number.NaN) - first);
    redraws.push(labels.length / ended.length);
  }
  notify({
    what: "First row after its bytes have arrived, in the editor",
    measured: median(firstRows),
    budget: 100,
    unit: "ms",
  });
  const [plain, labeled] = [median(painted.id ?? []), median(painted.firstMessage ?? [])];
  console.log(`first rows: ${plain} ms without messages, ${labeled} ms with, ratio ${(labeled / plain).toFixed(2)}`);
  console.log(
    `labels of the first 25 rows: ${median(delays)} ms after the last byte, ${median(redraws)} redraws a request`,
  );
  return 0;
});
