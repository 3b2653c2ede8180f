import { mkdir, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { launchBrowser } from "./browser.ts";
import { type DemoOptions, readDemoOptions } from "./demoOptions.ts";
import { newProfile } from "./editor.ts";
import { type EditorServer, startEditorServer } from "./editorServer.ts";
import { freshFolder } from "./freshFolder.ts";
import { Interruption } from "./interruption.ts";
import { packedExtension } from "./packedExtension.ts";
import { runMain } from "./runMain.ts";
import { SetupError } from "./setupError.ts";
import { shownThreads } from "./shownThreads.ts";
import { untilAborted } from "./untilAborted.ts";

await runMain(async (signal) => {
  const options = readDemoOptions(process.argv.slice(2));
  if (options instanceof SetupError) {
    console.error(options.message);
    return 2;
  }
  return await demo(options, signal);
});

/** A real editor with the packed extension installed and the sample project open. Resolves with an exit code. */
async function demo({ port, screenshot }: DemoOptions, signal: AbortSignal): Promise<number> {
  const vsix = await packedExtension();
  await using fresh = await freshFolder("demo");
  const folder = join(fresh.path, "sample");
  await mkdir(folder);
  const settings = { "weaveThreads.serviceUrl": "sample:" };
  await using server = await startEditorServer({ vsix, port, settings, workspaceTrust: "off" }, signal);
  if (screenshot !== undefined) {
    await untilAborted(savePicture(server, folder, resolve(screenshot), signal), signal);
    return 0;
  }
  console.log(`\nThe editor with the sample project runs. Open this address in a browser:\n`);
  console.log(`  ${server.address(folder)}\n\nCtrl+C ends it and leaves nothing behind.`);
  return await stay(server, signal);
}

async function stay(server: EditorServer, signal: AbortSignal): Promise<number> {
  try {
    await untilAborted(server.ended, signal);
  } catch (error) {
    if (error instanceof Interruption) return 0;
    throw error;
  }
  throw new SetupError("The editor's server ended by itself: run the command again.");
}

async function savePicture(server: EditorServer, folder: string, file: string, signal: AbortSignal): Promise<void> {
  await using browser = await launchBrowser(signal);
  await using profile = await newProfile(browser, server);
  const window = await profile.open(folder);
  await shownThreads(window);
  const picture = await window.picture();
  try {
    await writeFile(file, picture);
  } catch (error) {
    throw new SetupError(`${file} cannot be written: give --screenshot the path of a file in an existing folder.`, {
      cause: error,
    });
  }
  console.log(`The picture is in ${file}.`);
}
