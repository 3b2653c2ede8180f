import type { ToPage } from "../../src/core/conversation/protocol.ts";
import { launchBrowser } from "../editor/browser.ts";
import { runMain } from "../editor/runMain.ts";
import { ConversationPage, emptyState, said, turn } from "../page/conversationPage.ts";
import { startPageServer } from "../page/pageServer.ts";

// Conversation page with many turns, and with one very large output: the time from a message to the screen, and the
// longest frame.

const turns = Array.from({ length: 2000 }, (_, at) => turn(at + 1));

const answer = `Refunds take **three days**. ${"They are paid back the way they came. ".repeat(20)}

| Item | Price |
|---|---|
| Lamp | 12.00 |

\`\`\`python
${"def refund(order):\n    return order.paid >= 0.5  # never more\n".repeat(8)}\`\`\`
`;

/** An output of about 20 MB, as returned by the service. */
const large = {
  inputs: { question: "Everything, please." },
  output: { rows: Array.from({ length: 100_000 }, (_, id) => ({ id, name: `Customer ${id}`, note: "x".repeat(150) })) },
};

/** Sends a message and resolves to the milliseconds until the change is on screen. */
async function timed(page: ConversationPage, message: ToPage): Promise<number> {
  await page.evaluate(`window.timedMessage = JSON.parse(${JSON.stringify(JSON.stringify(message))}); 0`);
  return await page.evaluate<number>(`new Promise((done) => requestIdleCallback(() => {
    const begun = performance.now();
    postMessage(timedMessage);
    addEventListener("message", () => requestAnimationFrame(() => setTimeout(() => done(performance.now() - begun))), {
      once: true,
    });
  }))`);
}

interface Scrolled {
  readonly times: number[];
  readonly longest: number;
}

/** Scrolls like a mouse wheel. Resolves to the frame times and the longest task, in milliseconds. */
const scrolled = (pixels: number, frames: number) => `new Promise((done) => {
  const times = [];
  let longest = 0;
  const tasks = new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) longest = Math.max(longest, duration);
  });
  tasks.observe({ type: "longtask" });
  let before = null;
  const step = (now) => {
    if (before !== null) times.push(now - before);
    before = now;
    if (times.length === ${frames}) return setTimeout(() => done({ times, longest }), 200);
    scrollBy(0, ${pixels});
    requestAnimationFrame(step);
  };
  requestAnimationFrame(step);
})`;

await runMain(async (signal) => {
  await using server = await startPageServer();
  const browser = await launchBrowser(signal);
  try {
    const context = await browser.newContext({ viewport: { width: 900, height: 800 } });
    const many = await ConversationPage.open(context, server, {
      documents: (id) => said(`Question of ${id}`, answer),
    });
    const state: ToPage = { kind: "state", state: { ...emptyState, turns } };
    notify("2,000 turns: first screen", await timed(many, state));
    await many.turn(1).locator(".message").first().waitFor();
    notify("2,000 turns: the same list again", await timed(many, state));
    await many.evaluate("new Promise((done) => requestIdleCallback(done))");
    for (const pixels of [60, 600, 6000]) {
      const { times, longest } = await many.evaluate<Scrolled>(scrolled(pixels, 200));
      times.sort((a, b) => a - b);
      const [median = 0, slowest = 0] = [times[100], times.at(-1)];
      const task = longest === 0 ? "no task over 50 ms" : `longest task ${longest.toFixed(0)} ms`;
      notify(
        `scrolling by ${pixels} pixels a frame: longest frame`,
        slowest,
        `median ${median.toFixed(0)} ms, ${task}`,
      );
    }
    console.log(`elements: ${await many.evaluate<number>("document.querySelectorAll('*').length")}`);

    const single = await ConversationPage.open(context, server);
    await single.show([turn(1)]);
    await single.turn(1).locator(".waiting").waitFor();
    const documents: ToPage = { kind: "documents", turnId: "turn-1", state: { kind: "shown", value: large } };
    notify("20 MB of output: drawn", await timed(single, documents));
    await single.turn(1).locator(".json").first().waitFor();
    const begun = performance.now();
    await single.turn(1).locator(".json summary").first().click();
    await single.turn(1).locator(".json .json-fold .json-fold").nth(99).waitFor();
    notify("20 MB of output: its list of 100,000 expanded", performance.now() - begun);
  } finally {
    await browser.close();
  }
  return 0;
});

function notify(what: string, milliseconds: number, rest?: string): void {
  console.log(`${what} ${milliseconds.toFixed(0)} ms${rest === undefined ? "" : `, ${rest}`}`);
}
