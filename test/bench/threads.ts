import assert from "node:assert/strict";
import { serviceOptions, startSampleService } from "../../src/sampleService/sampleService.ts";
import { freshFolder } from "../editor/freshFolder.ts";
import { runMain } from "../editor/runMain.ts";
import { startInstalledEditor } from "../editor/startInstalledEditor.ts";
import { eventually } from "../editor/workbench/eventually.ts";
import type { TreeView } from "../editor/workbench/treeView.ts";
import type { Workbench } from "../editor/workbench/workbench.ts";
import { runCommandById } from "../ui/editorApi.ts";
import { project, settledRows, signIn } from "../ui/steps.ts";
import { allTime } from "../ui/threadRows.ts";
import { median, tell } from "./figure.ts";
import { HostProbe } from "./hostProbe.ts";
import { measuredReading } from "./threadReader.ts";

// Long thread lists in a real editor: the time of each user action, including pointer and browser, and the longest time
// that the extension host was blocked.

/** Threads of the sample service, of which its first project has 93%. */
const sizes = [1_100, 10_800, 108_000];
const largest = sizes.at(-1);
const reads = 3;
const stepLimit = 120_000;

await runMain(async (signal) => {
  await using folder = await freshFolder("bench");
  const probe = await HostProbe.packed(folder.path);
  await using editor = await startInstalledEditor({ companions: [probe.vsix], environment: probe.environment }, signal);
  for (const threads of sizes) {
    const service = await startSampleService(serviceOptions.parse({ threads, calls: threads }));
    await using profile = await editor.newProfile(allTime);
    const window = await profile.open();
    const view = await signIn(window, service);
    await settledRows(view);
    // Loads the code of commands, which is not what is measured.
    await window.startCommand("weaveThreads.sort");
    await window.quickInput.waitFor(/Sort/);
    await window.quickInput.dismiss();
    const blocks: number[] = [];
    const times: number[] = [];
    let loaded = 0;
    for (const [name, step] of steps(window, view)) {
      await probe.begin();
      const start = performance.now();
      await step();
      times.push(performance.now() - start);
      blocks.push(await probe.longest());
      const [text = ""] = /[\d,]+(?= (?:loaded|threads))/.exec(await view.description()) ?? [];
      loaded = Number(text.replaceAll(",", ""));
      const [time, block] = [times, blocks].map((all) => all.at(-1)?.toFixed(0));
      console.log(`${text} threads: ${name} ${time} ms, extension host blocked for at most ${block} ms`);
    }
    if (threads === largest) {
      const [whileLoading = 0, ...afterwards] = blocks;
      tell({
        what: "Extension host blocked while 100,000 threads load",
        measured: whileLoading,
        budget: 25,
        unit: "ms",
      });
      tell({
        what: "Extension host blocked with them loaded",
        measured: Math.max(...afterwards),
        budget: 50,
        unit: "ms",
      });
      const read: number[] = [];
      for (let round = 0; round < reads; round++)
        read.push((await measuredReading("threads", { ...service, project }, loaded, signal)).milliseconds);
      const ratio = (times[0] ?? 0) / median(read);
      tell({
        what: "Load All Threads, 100,000, against reading them alone",
        measured: ratio,
        budget: 1.5,
        unit: "times",
      });
    }
    await service.close();
  }
  return 0;
});

type Step = readonly [name: string, run: () => Promise<void>];

function steps(window: Workbench, view: TreeView): readonly Step[] {
  return [
    [
      "load all",
      async () => {
        await runCommandById(window, "weaveThreads.loadAll");
        await eventually(async () => assert.match((await view.lastRow()).accessibleName, /^Threads? /), stepLimit);
        await idle(view);
      },
    ],
    [
      "refresh",
      async () => {
        await runCommandById(window, "weaveThreads.refresh");
        await idle(view);
      },
    ],
    ["go to the end", async () => void (await view.lastRow())],
    [
      "open the last block",
      async () => {
        await window.page.keyboard.press("ArrowRight");
        await eventually(async () => assert.match((await view.lastRow()).accessibleName, /^Thread /));
      },
    ],
  ];
}

async function idle(view: TreeView): Promise<void> {
  await eventually(async () => assert.equal(await view.busy(), false), stepLimit);
}
