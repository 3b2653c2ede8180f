import { runMain } from "../editor/runMain.ts";
import { startInstalledEditor } from "../editor/startInstalledEditor.ts";
import { OverviewTab } from "../editor/workbench/overviewTab.ts";
import { type InterposedService, startInterposedService } from "../fault/interposedService.ts";
import { settledRows, signIn } from "../ui/steps.ts";
import { allTime } from "../ui/threadRows.ts";
import { measureBlocks } from "./measureBlocks.ts";

// Overview end to end in a real editor: from the first bytes of the response until the first threads, and all of them,
// are drawn; and the longest time that the extension host was blocked.

/** Threads of the sample service, of which its first project has 93%. */
const sizes = [1_100, 10_800, 108_000];
const allMs = 120_000;

/**
 * Runs in the page. Resolves to the time, in milliseconds since the epoch, of the frame after the first one that
 * fulfills the condition, when that one is on screen.
 */
const frameAfter = (condition: string) => `new Promise((done) => {
  const look = () => {
    if (!(${condition})) return false;
    observer.disconnect();
    requestAnimationFrame(() => done(performance.timeOrigin + performance.now()));
    return true;
  };
  const observer = new MutationObserver(look);
  if (!look()) observer.observe(document, { attributes: true, childList: true, subtree: true });
})`;

const begun = 'Number(document.querySelector("[data-chart=durations] .plot")?.dataset.p50) > 0';
const whole = `${begun} && document.querySelector("main").getAttribute("aria-busy") === "false"`;

await runMain(async (signal) => {
  await using editor = await startInstalledEditor({}, signal);
  for (const threads of sizes) {
    await using service = await startInterposedService({ threads, calls: threads });
    await using profile = await editor.newProfile(allTime);
    const window = await profile.open();
    await settledRows(await signIn(window, service));
    const tab = new OverviewTab(window.page);
    const html = tab.page.locator("html");
    let longestBlock = await measureBlocks(window);
    const answered = firstBytes(service, async () => {
      await tab.waitFor();
      longestBlock = await measureBlocks(window);
      await html.evaluate(`void (window.frames = Promise.all([${frameAfter(begun)}, ${frameAfter(whole)}]))`);
    });
    await window.runCommand("Weave: Open Overview");
    const start = performance.timeOrigin + (await answered);
    const times = await html.evaluate<readonly number[], unknown>("window.frames", { timeout: allMs });
    const [first = 0, all = 0] = times.map((time) => Math.round(time - start));
    const block = (await longestBlock()).toFixed(0);
    const drawn = await tab.figure("threads");
    console.log(
      `${drawn} threads: first drawn ${first} ms after the first bytes, all ${all} ms, extension host blocked for at most ${block} ms`,
    );
    longestBlock = await measureBlocks(window);
    await window.runCommand("File: New Untitled Text File");
    await tab.select();
    await html.evaluate(frameAfter(whole), { timeout: allMs });
    console.log(
      `${drawn} threads: shown again, extension host blocked for at most ${(await longestBlock()).toFixed(0)} ms`,
    );
  }
  return 0;
});

/** The time of the first bytes for the overview. The response is sent when `ready` has resolved. */
function firstBytes(service: InterposedService, ready: () => Promise<void>): Promise<number> {
  const { promise, resolve, reject } = Promise.withResolvers<number>();
  service.misbehave((_incoming, outgoing, { path, body, pass }) => {
    const isOfOverview = path === "/threads/stream_query" && !JSON.stringify(body).includes('"limit"');
    if (!isOfOverview) return pass();
    service.misbehave(null);
    outgoing.once("pipe", () => resolve(performance.now()));
    ready().then(pass, reject);
  });
  return promise;
}
