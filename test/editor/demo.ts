import { mkdir, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { type DemoOptions, readDemoOptions } from "./demoOptions.ts";
import { npmEditorRuns } from "./desktop.ts";
import { startEditorServer } from "./editorServer.ts";
import { freshFolder } from "./freshFolder.ts";
import { Interruption } from "./interruption.ts";
import { packedExtension } from "./packedExtension.ts";
import { runMain } from "./runMain.ts";
import { SetupError } from "./setupError.ts";
import { shownThreads } from "./shownThreads.ts";
import { startInstalledEditor } from "./startInstalledEditor.ts";
import { untilAborted } from "./untilAborted.ts";

const settings = { "weaveThreads.serviceUrl": "sample:" };
/** Pixels that let the rows be read to their end. */
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

/** A real editor with the packed extension installed and the sample project open, for a person or for a picture. */
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
  console.log(`\nThe editor with the sample project runs. Open this address in a browser:\n`);
  console.log(`  ${server.address(folder)}\n\nCtrl+C ends it and leaves nothing behind.`);
  await untilAborted(server.ended, signal);
  throw new SetupError("The editor's server ended by itself: run the command again.");
}

async function stayOnDesktop(folder: string, signal: AbortSignal): Promise<void> {
  await using editor = await startInstalledEditor({}, signal);
  await using profile = await editor.newProfile(settings);
  const window = await profile.open(folder);
  console.log("\nThe editor with the sample project is open. Ctrl+C or closing its window ends it.");
  await untilAborted(window.closed(), signal);
}

async function savePicture(port: number, folder: string, file: string, signal: AbortSignal): Promise<void> {
  await using editor = await startInstalledEditor({ port }, signal);
  await using profile = await editor.newProfile(settings);
  const window = await untilAborted(profile.open(folder), signal);
  await untilAborted(shownThreads(window), signal);
  await window.widenSideBar(roomForRows);
  try {
    await writeFile(file, await window.picture());
  } catch (error) {
    throw new SetupError(`${file} cannot be written: give --screenshot the path of a file in an existing folder.`, {
      cause: error,
    });
  }
  console.log(`The picture is in ${file}.`);
}
