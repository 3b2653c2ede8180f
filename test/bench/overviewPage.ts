import { launchBrowser } from "../editor/browser.ts";
import { runMain } from "../editor/runMain.ts";
import { emptyState, OverviewPage } from "../page/overviewPage.ts";
import { startPageServer } from "../page/pageServer.ts";

// Overview with 100,000 threads: the time from the last message to the screen, and the longest frame while the pointer
// moves in the largest chart.

const count = 100_000;
const piece = 10_000;

/** Creates the threads in the page, in pieces like the editor's messages, and a function that sends a piece. */
const prepared = `(() => {
  const spread = () => Math.sqrt(-2 * Math.log(1 - Math.random())) * Math.cos(2 * Math.PI * Math.random());
  const column = (value) => Float64Array.from({ length: ${piece} }, value);
  window.pieces = Array.from({ length: ${count / piece} }, (_, nth) => {
    const startTime = column((_, at) => ${emptyState.asOf} - (nth * ${piece} + at) * 6000);
    const p50 = column(() => 10 ** (3.1 + 0.35 * spread()));
    return {
      ids: Array.from({ length: ${piece} }, (_, at) => "support/" + (nth * ${piece} + at)),
      startTime,
      lastUpdated: startTime.map((time) => time + 60_000),
      turnCount: column(() => Math.max(1, Math.round(Math.exp(0.9 + 0.9 * spread())))),
      p50,
      p99: p50.map((duration) => duration * (1 + 2 * Math.abs(spread()))),
    };
  });
  const state = ${JSON.stringify(emptyState)};
  window.sendPiece = (nth) => {
    const last = nth === pieces.length - 1;
    const progress = last ? "complete" : "loading";
    postMessage({ kind: "state", state: { ...state, progress }, kept: nth * ${piece}, threads: pieces[nth], more: false });
  };
})()`;

/** Resolves to the milliseconds from sending until the frame after drawing. */
const timed = (send: string) => `new Promise((done) => {
  const begun = performance.now();
  ${send};
  setTimeout(() => requestAnimationFrame(() => setTimeout(() => done(performance.now() - begun))));
})`;

interface Frames {
  readonly times: readonly number[];
  readonly longest: number;
}

/** Records the frame times and the longest task in milliseconds, until \`stopFrames\` is called. */
const watched = `(() => {
  const times = [];
  let longest = 0;
  let before = null;
  let runs = true;
  const tasks = new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) longest = Math.max(longest, duration);
  });
  tasks.observe({ type: "longtask" });
  const step = (now) => {
    if (before !== null) times.push(now - before);
    before = now;
    if (runs) requestAnimationFrame(step);
  };
  requestAnimationFrame(step);
  window.stopFrames = () => {
    runs = false;
    return new Promise((done) => setTimeout(() => done({ times, longest }), 200));
  };
})()`;

await runMain(async (signal) => {
  await using server = await startPageServer();
  const browser = await launchBrowser(signal);
  try {
    const context = await browser.newContext({ viewport: { width: 1200, height: 900 } });
    const page = await OverviewPage.open(context, server);
    const { mouse, keyboard } = page.page;
    await page.evaluate(prepared);
    notify("first 10,000 threads: from message to screen", await page.evaluate(timed("sendPiece(0)")));
    for (let nth = 1; nth < count / piece - 1; nth++) await page.evaluate(timed(`sendPiece(${nth})`));
    notify("100,000 threads: the last 10,000 to screen", await page.evaluate(timed(`sendPiece(${count / piece - 1})`)));
    await page.evaluate("new Promise((done) => setTimeout(() => requestIdleCallback(done), 600))");
    const fresh = await OverviewPage.open(context, server);
    await fresh.evaluate(prepared);
    const whole = Array.from({ length: count / piece }, (_, nth) => `sendPiece(${nth})`).join("; ");
    notify("100,000 threads at once: from message to screen", await fresh.evaluate(timed(whole)));
    await page.page.bringToFront();

    const box = await page.chart("durations").locator(".u-over").boundingBox();
    if (box === null) throw new Error("The chart is not visible.");
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
    const moving = async (what: string, move: (nth: number) => Promise<void>) => {
      await page.evaluate(watched);
      for (let nth = 0; nth < 60; nth++) await move(nth);
      const { times, longest } = await page.evaluate<Frames>("stopFrames()");
      const sorted = times.toSorted((a, b) => a - b);
      const task = longest === 0 ? "no task over 50 ms" : `longest task ${longest.toFixed(0)} ms`;
      const median = sorted[Math.floor(sorted.length / 2)] ?? 0;
      notify(`${what}: longest frame`, sorted.at(-1) ?? 0, `median ${median.toFixed(0)} ms, ${task}`);
    };
    await moving("hovering", (nth) => mouse.move(x + nth * 5, y + (nth % 7) * 4));
    await mouse.move(x, y);
    await keyboard.down("Control");
    await moving("zooming in", () => mouse.wheel(0, -3));
    await keyboard.up("Control");
    const drawn = await page.chart("durations").locator(".plot").getAttribute("data-p50");
    await keyboard.down("Shift");
    await mouse.down();
    await moving(`moving, with ${drawn} threads in view`, (nth) => mouse.move(x + Math.sin(nth / 10) * 200, y));
    await mouse.up();
    await keyboard.up("Shift");
    await moving("choosing a range", async (nth) => {
      if (nth === 0) await mouse.down();
      await mouse.move(x + nth * 5, y);
    });
    await keyboard.press("Escape");
  } finally {
    await browser.close();
  }
  return 0;
});

function notify(what: string, milliseconds: number, rest?: string): void {
  console.log(`${what} ${milliseconds.toFixed(0)} ms${rest === undefined ? "" : `, ${rest}`}`);
}
