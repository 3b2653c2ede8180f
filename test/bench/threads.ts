import assert from "node:assert/strict";
import { serviceOptions, startSampleService } from "../../src/localService/sampleService.ts";
import { runMain } from "../editor/runMain.ts";
import { startInstalledEditor } from "../editor/startInstalledEditor.ts";
import { eventually } from "../editor/workbench/eventually.ts";
import type { TreeView } from "../editor/workbench/treeView.ts";
import type { Workbench } from "../editor/workbench/workbench.ts";
import { runCommandById } from "../ui/editorApi.ts";
import { project, settledRows, signIn } from "../ui/steps.ts";
import { allTime } from "../ui/threadRows.ts";
import { median, notify } from "./figure.ts";
import { measureBlocks } from "./measureBlocks.ts";
import { measuredReading } from "./threadReader.ts";

// Long thread lists in a real editor: the time of each user action, including pointer and browser, and the longest time
// that the extension host was blocked.

/** Threads of the sample service, of which its first project has 93%, and its agent conversations. */
const sizes = [
  { threads: 1_100, agents: 0 },
  { threads: 10_800, agents: 0 },
  { threads: 108_000, agents: 0 },
  { threads: 54_000, agents: 50_000 },
];
/** Windows in which each step is measured; the figures are medians. */
const rounds = 5;
const stepLimit = 120_000;

await runMain(async (signal) => {
  await using editor = await startInstalledEditor({}, signal);
  for (const { threads, agents } of sizes) {
    const service = await startSampleService(serviceOptions.parse({ threads, agents, calls: threads }));
    await using profile = await editor.newProfile(allTime);
    const window = await profile.open();
    const view = await signIn(window, service);
    const loading = step("load all", async () => {
      await runCommandById(window, "weaveThreads.loadAll");
      await eventually(
        async () => assert.match((await view.lastRow()).accessibleName, /^(Threads?|Conversations?) /),
        stepLimit,
      );
      await idle(view);
    });
    const afterwards = stepsWithAll(window, view, agents > 0);
    let count = 0;
    for (let round = 0; round < rounds; round++) {
      if (round > 0) await window.reload();
      await settledRows(view);
      // Loads the code of commands, which is not what is measured.
      await window.startCommand("weaveThreads.sort");
      await window.quickInput.waitFor(/Sort/);
      await window.quickInput.dismiss();
      for (const { run, times, blocks } of [loading, ...afterwards]) {
        const longestBlock = await measureBlocks(window);
        const start = performance.now();
        await run();
        times.push(performance.now() - start);
        blocks.push(await longestBlock());
        const [text = ""] = /^[\d,]+/.exec(await view.description()) ?? [];
        count = Math.max(count, Number(text.replaceAll(",", "")));
      }
    }
    for (const { name, times, blocks } of [loading, ...afterwards]) {
      const [time, block, longest] = [median(times), median(blocks), Math.max(...blocks)].map((one) => one.toFixed(0));
      console.log(
        `${count} ${agents > 0 ? "conversations of both kinds" : "threads"}: ${name} ${time} ms, extension host blocked for ${block} ms, at most ${longest} ms`,
      );
    }
    const [refresh, ...scrolling] = afterwards.map(({ blocks }) => median(blocks));
    const block = { what: "Extension host blocked", unit: "ms" } as const;
    if (agents > 0) {
      const all = "50,000 threads and as many agent conversations";
      notify({ ...block, what: `${block.what} while ${all} load`, measured: median(loading.blocks) });
      notify({ ...block, what: `${block.what} while they are refreshed`, measured: refresh ?? Number.NaN });
      notify({
        ...block,
        what: `${block.what} by scrolling and filtering them`,
        measured: Math.max(...scrolling),
        budget: 50,
      });
    }
    if (threads > 100_000) {
      notify({
        ...block,
        what: `${block.what} while 100,000 threads load`,
        measured: median(loading.blocks),
        budget: 50,
      });
      const most = Math.max(...afterwards.map(({ blocks }) => median(blocks)));
      notify({ ...block, what: `${block.what} with them loaded`, measured: most, budget: 50 });
      const read: number[] = [];
      for (let round = 0; round < rounds; round++)
        read.push((await measuredReading("threads", { ...service, project }, count, signal)).milliseconds);
      notify({
        what: "Load All Threads, 100,000, against reading them alone",
        measured: median(loading.times) / median(read),
        budget: 1.5,
        unit: "times",
      });
    }
    await service.close();
  }
  return 0;
});

interface Step {
  readonly name: string;
  readonly run: () => Promise<void>;
  /** Milliseconds in each window. */
  readonly times: number[];
  readonly blocks: number[];
}

function step(name: string, run: () => Promise<void>): Step {
  return { name, run, times: [], blocks: [] };
}

function stepsWithAll(window: Workbench, view: TreeView, filters: boolean): readonly Step[] {
  return [
    step("refresh", async () => {
      await runCommandById(window, "weaveThreads.refresh");
      await idle(view);
    }),
    step("go to the end", async () => void (await view.lastRow())),
    step("open the last block", () =>
      eventually(async () => {
        const isThread = async () => /^(Thread|Agent conversation) /.test((await view.lastRow()).accessibleName);
        // VS Code loses a key while it redraws the tree.
        if (!(await isThread())) await window.page.keyboard.press("ArrowRight");
        assert.ok(await isThread());
      }),
    ),
    ...(filters
      ? [
          step("filter by kind", async () => {
            await window.startCommand("weaveThreads.filter");
            await window.quickInput.pick("Kind");
            await window.quickInput.pick("Threads");
            await idle(view);
            await eventually(async () => assert.match(await view.description(), / · Threads · /), stepLimit);
            await runCommandById(window, "weaveThreads.clearFilter");
            await idle(view);
          }),
        ]
      : []),
  ];
}

async function idle(view: TreeView): Promise<void> {
  await eventually(async () => assert.equal(await view.busy(), false), stepLimit);
}
