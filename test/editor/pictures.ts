import assert from "node:assert/strict";
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { freshFolder } from "./freshFolder.ts";
import { projectFolder } from "./paths.ts";
import { runMain } from "./runMain.ts";
import { shownThreads } from "./shownThreads.ts";
import { startInstalledEditor } from "./startInstalledEditor.ts";
import { EditorTab } from "./workbench/editorTab.ts";
import { eventually } from "./workbench/eventually.ts";
import type { TreeView } from "./workbench/treeView.ts";
import type { Workbench } from "./workbench/workbench.ts";

// Takes the pictures of the README from the sample project.

/** Pixels that let the rows be read to their end. */
const roomForRows = 160;
/** Shades that are nearer to each other than this become one, which halves the size of a picture of text. */
const shade = 17;
const fileName = "slow-answers.weave-count.json";
const countFile = `{
  "filter": { "op_names": ["weave:///northwind/support-assistant/op/handle_message:*"] },
  "query": {
    "$expr": {
      "$gte": [{ "$getField": "summary.weave.latency_ms" }, { "$literal": 5000 }]
    }
  },
  "limits": 100
}
`;
/** Of the window, for pictures of all of it. */
const small = { width: 860, height: 560 };

await runMain(async (signal) => {
  await using editor = await startInstalledEditor({}, signal);
  await using profile = await editor.newProfile({ "weaveThreads.serviceUrl": "sample:" });
  await using fresh = await freshFolder("pictures");
  const folder = join(fresh.path, "sample");
  await mkdir(folder);
  await writeFile(join(folder, fileName), countFile);
  const window = await profile.open(folder);
  const view = await shownThreads(window);
  await window.widenSideBar(roomForRows);
  await pictureOrders(window, view);
  await pictureRange(window, view);
  await pictureThread(window, view);
  await pictureCount(window);
  await window.page.setViewportSize(small);
  await save(window.page, "threads", { x: 0, y: 0, ...small });
  await pictureCountFile(window);
  return 0;
});

async function pictureOrders(window: Workbench, view: TreeView): Promise<void> {
  await view.press("Sort Threads…");
  await window.quickInput.waitFor("Sort Threads");
  await save(window.page, "sort", { ...(await boxAtTop(window.page)), height: 372 });
  await window.quickInput.dismiss();
}

async function pictureRange({ page, quickInput }: Workbench, view: TreeView): Promise<void> {
  await view.press("Filter Threads…");
  await quickInput.pick("Time");
  await quickInput.pick("Custom Range…");
  await eventually(async () => assert.match(await quickInput.message(), /^From when/));
  await quickInput.type("yesterday 09:00 to -2h");
  await eventually(async () => assert.match(await quickInput.message(), /^from/));
  await save(page, "filter");
  await quickInput.dismiss();
}

async function pictureThread({ page }: Workbench, view: TreeView): Promise<void> {
  const [first] = await view.rows();
  await view.toggle(first?.label ?? "");
  await eventually(async () => assert.match((await view.rows())[2]?.description ?? "", /^\d/));
  await save(page, "thread", { x: 48, y: 66, width: 452, height: 320 });
  await view.toggle(first?.label ?? "");
}

/** Leaves two saved counts behind, for the picture of the whole window. */
async function pictureCount(window: Workbench): Promise<void> {
  const { page, quickInput } = window;
  for (const [preset, name] of [
    ["Trace Roots Only", "Requests"],
    ["Errors Today", "Errors today"],
  ] as const) {
    await window.runCommand("Weave: Count Calls…");
    await quickInput.pick(preset);
    await eventually(async () => assert.match((await quickInput.items())[0]?.label ?? "", /calls?$/));
    if (preset === "Errors Today") await save(page, "count");
    await quickInput.pick("Save Count…");
    await quickInput.waitFor("Save Count");
    await quickInput.type(name);
    await quickInput.accept();
    await eventually(async () => assert.match(await quickInput.title(), /^Count Calls/));
    await quickInput.dismiss();
  }
  const counts = window.view("Counts");
  await eventually(async () =>
    assert.equal((await counts.rows()).filter((row) => /\d/.test(row.description)).length, 2),
  );
}

async function pictureCountFile({ page, quickInput }: Workbench): Promise<void> {
  await page.keyboard.press("Control+P");
  await quickInput.type(fileName);
  await quickInput.pick(fileName);
  const tab = new EditorTab(page);
  await tab.waitFor(fileName);
  await tab.pressCodeLens("Count calls");
  await eventually(async () => assert.ok((await tab.problems()).length > 0));
  await page.keyboard.press("Control+B");
  await save(page, "count-file", { x: 50, y: 36, width: 806, height: 500 });
}

interface Clip {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** Where the box at the top of the window is. */
async function boxAtTop(page: Page): Promise<Clip> {
  const box = await page.locator(".quick-input-widget").boundingBox();
  assert.ok(box);
  return box;
}

/** Saves a part of the window, by default the box at its top, for the README. */
async function save(page: Page, name: string, clip?: Clip): Promise<void> {
  const png = await page.screenshot({ clip: clip ?? (await boxAtTop(page)), animations: "disabled" });
  const webp = await asWebp(page, png);
  await writeFile(join(projectFolder, "media", `${name}.webp`), webp);
  console.log(`media/${name}.webp: ${(webp.length / 1000).toFixed(1)} kB`);
}

/** The browser at hand knows how. */
async function asWebp(page: Page, png: Buffer): Promise<Buffer> {
  const blank = await page.context().newPage();
  const url = await blank.evaluate<string>(`(async () => {
    const image = new Image();
    image.src = "data:image/png;base64,${png.toString("base64")}";
    await image.decode();
    const canvas = document.createElement("canvas");
    [canvas.width, canvas.height] = [image.width, image.height];
    const context = canvas.getContext("2d");
    context.drawImage(image, 0, 0);
    const pixels = context.getImageData(0, 0, canvas.width, canvas.height);
    pixels.data.forEach((value, index) => (pixels.data[index] = Math.round(value / ${shade}) * ${shade}));
    context.putImageData(pixels, 0, 0);
    return canvas.toDataURL("image/webp", 1);
  })()`);
  await blank.close();
  return Buffer.from(url.slice(url.indexOf(",") + 1), "base64");
}
