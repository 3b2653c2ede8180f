import { mkdir, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { type DemoOptions, readDemoOptions } from "./demoOptions.ts";
import { npmEditorRuns } from "./desktop.ts";
import { startEditorServer } from "./editorServer.ts";
import { freshFolder } from "./freshFolder.ts";
import { Interruption } from "./interruption.ts";
import { packedExtension } from "./packedExtension.ts";
import { pictureFonts } from "./pictureFonts.ts";
import { runMain } from "./runMain.ts";
import { SetupError } from "./setupError.ts";
import { shownThreads } from "./shownThreads.ts";
import { startInstalledEditor } from "./startInstalledEditor.ts";
import { untilAborted } from "./untilAborted.ts";

const settings = { "weaveThreads.serviceUrl": "sample:" };
/** Extra side bar width, in pixels, so that rows are not cut off. */
const roomForRows = 160;

await runMain(async (signal) => {
  const options = readDemoOptions(process.argv.slice(2));
  if (options instanceof SetupError) {
    console.error(options.message);
    return 2;
  }
  await using fresh = await freshFolder("demo");
  const folder = join(fresh.path, "sample");
  await mkdir(folder);
  await show(options, folder, signal);
  return 0;
});

/** Opens an editor with the packed extension and the sample project, or saves a screenshot of it. */
async function show({ port, screenshot }: DemoOptions, folder: string, signal: AbortSignal): Promise<void> {
  if (screenshot !== undefined) return await savePicture(port, folder, resolve(screenshot), signal);
  try {
    await (npmEditorRuns ? stayInBrowser(port, folder, signal) : stayOnDesktop(folder, signal));
  } catch (error) {
    if (!(error instanceof Interruption)) throw error;
  }
}

async function stayInBrowser(port: number, folder: string, signal: AbortSignal): Promise<void> {
  const vsix = await packedExtension();
  await using server = await startEditorServer({ vsix, port, settings }, signal);
  console.log(`\nThe sample project is running. Open this URL in a browser:\n`);
  console.log(`  ${server.address(folder)}\n\nPress Ctrl+C to stop.`);
  await untilAborted(server.ended, signal);
  throw new SetupError("The editor's server stopped unexpectedly: run the command again.");
}

async function stayOnDesktop(folder: string, signal: AbortSignal): Promise<void> {
  await using editor = await startInstalledEditor({}, signal);
  await using profile = await editor.newProfile(settings);
  const window = await profile.open(folder);
  console.log("\nThe sample project is open. Press Ctrl+C or close the window to stop.");
  await untilAborted(window.closed(), signal);
}

async function savePicture(port: number, folder: string, file: string, signal: AbortSignal): Promise<void> {
  const fonts = npmEditorRuns ? { fontConfig: await pictureFonts(signal) } : {};
  await using editor = await startInstalledEditor({ port, ...fonts }, signal);
  await using profile = await editor.newProfile(settings);
  const window = await untilAborted(profile.open(folder), signal);
  await untilAborted(shownThreads(window), signal);
  await window.widenSideBar(roomForRows);
  try {
    await writeFile(file, await window.picture());
  } catch (error) {
    throw new SetupError(`Could not write ${file}: specify a file in an existing folder with --screenshot.`, {
      cause: error,
    });
  }
  console.log(`Screenshot saved to ${file}.`);
}
