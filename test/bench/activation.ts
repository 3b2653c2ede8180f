import { runMain } from "../editor/runMain.ts";
import { startInstalledEditor } from "../editor/startInstalledEditor.ts";
import { median, notify } from "./figure.ts";

// Loading and activating the packed extension in a real editor, in CPU time of the extension host's thread, measured
// around both; without VS Code's API object, which VS Code makes when an extension first imports it, and without other
// extensions: this one is loaded when the thread is idle.

const windows = 9;

await runMain(async (signal) => {
  await using editor = await startInstalledEditor({ environment: { WEAVE_THREADS_TEST_IDLE: "1" } }, signal);
  const times: number[] = [];
  for (let count = 0; count < windows; count++) {
    await using profile = await editor.newProfile({});
    const host = await (await profile.open()).host();
    times.push(await host.run(({ startTime }) => startTime));
  }
  console.log(`loading and activating: ${times.map((time) => time.toFixed(1)).join(", ")} ms`);
  notify({ what: "CPU time of loading and activating the extension", measured: median(times), budget: 30, unit: "ms" });
  return 0;
});
