import type { TestContext } from "node:test";
import type { BrowserContext, Locator } from "playwright-core";
import type { FailedTurns } from "../../src/core/overview/failedTurns.ts";
import type { FromOverview, OverviewState, ToOverview } from "../../src/core/overview/overviewProtocol.ts";
import type { ThreadColumns } from "../../src/core/overview/threadColumns.ts";
import { openWindow, type WindowOptions } from "./browserPage.ts";
import { type Display, EditorPage } from "./editorPage.ts";
import type { PageServer } from "./pageServer.ts";
import type { Theme } from "./themes.ts";

/** A thread as the service returns it; times in milliseconds since the epoch, durations in milliseconds. */
export interface SomeThread {
  readonly id: string;
  readonly startTime: number;
  readonly lastUpdated: number | null;
  readonly turnCount: number;
  readonly p50: number | null;
  readonly p99: number | null;
}

/** An overview page in a real browser. */
export class OverviewPage extends EditorPage<FromOverview, ToOverview> {
  /** Opens the page and sends `start`, but no state. */
  static async open(
    context: BrowserContext,
    server: PageServer,
    theme: Theme = "dark",
    display?: Display,
  ): Promise<OverviewPage> {
    const opened = new OverviewPage(await context.newPage(), server);
    await opened.open(theme, "overview", display);
    return opened;
  }

  /** Sends threads to the page: all of them, or those after the first `kept`. */
  async show(
    threads: readonly SomeThread[],
    state: Partial<OverviewState> = {},
    { kept = 0, more = false }: { readonly kept?: number; readonly more?: boolean } = {},
  ): Promise<void> {
    // By default, a list is whole once it is complete.
    const whole = (state.progress ?? emptyState.progress) === "complete";
    const message = { kind: "state", state: { ...emptyState, whole, ...state }, kept, more, threads };
    // JSON has no typed arrays: they are created in the page.
    await this.evaluate(`(() => {
      const message = JSON.parse(${JSON.stringify(JSON.stringify(message))});
      const column = (name) => Float64Array.from(message.threads, (thread) => thread[name] ?? NaN);
      const threads = { ids: message.threads.map(({ id }) => id) };
      for (const name of ["startTime", "lastUpdated", "turnCount", "p50", "p99"]) threads[name] = column(name);
      postMessage({ ...message, threads });
    })()`);
    await this.drawn();
  }

  /** Waits until sent data is drawn. */
  async drawn(): Promise<void> {
    await this.evaluate(
      "new Promise((done) => setTimeout(() => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done)))))",
    );
  }

  chart(name: string): Locator {
    return this.locator(`[data-chart="${name}"]`);
  }

  protected async hear(): Promise<void> {
    // The tests send the responses.
  }
}

/** Opens an overview page. */
export async function openOverview(
  test: TestContext,
  options: WindowOptions & { readonly theme?: Theme } = {},
): Promise<OverviewPage> {
  const { context, server } = await openWindow(test, options);
  return await OverviewPage.open(context, server, options.theme, options.display);
}

/** 2026-11-03 12:00 UTC. */
export const noon = Date.UTC(2026, 10, 3, 12);

/** 0 of 4, 1 of 8 and 1 of 2 turns in the days before noon. */
export const someFailedTurns: FailedTurns = {
  interval: { unit: "day", count: 1, length: 86_400_000 },
  edges: [3, 2, 1, 0].map((days) => noon - days * 86_400_000),
  turns: [4, 8, 2],
  failed: [0, 1, 1],
};

export const emptyState: OverviewState = {
  project: "northwind/support-assistant",
  filter: "Last 7 days",
  bounds: {},
  asOf: noon,
  progress: "complete",
  whole: true,
  calls: { kind: "shown", count: 12_345, capped: false, storageSize: 8_400_000 },
  errors: { kind: "loading" },
  failedTurns: null,
  notice: null,
  filtered: false,
};

/** Pseudorandom threads of the two days before noon, latest first; the same in every run. */
export function someThreads(count: number): readonly SomeThread[] {
  let seed = 7;
  const random = () => {
    seed = (seed * 48_271) % 2_147_483_647;
    return seed / 2_147_483_647;
  };
  const spread = () => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
  return Array.from({ length: count }, (_, at) => {
    const startTime = Math.round(noon - ((at + random()) / count) * 48 * 3_600_000);
    const turnCount = Math.max(1, Math.round(Math.exp(0.9 + 0.9 * spread())));
    const p50 = Math.round(10 ** (3.1 + 0.35 * spread()));
    return {
      id: `support/${4000 + at}`,
      startTime,
      lastUpdated: startTime + turnCount * p50 + Math.round(random() * 3_600_000),
      turnCount,
      p50,
      p99: Math.round(p50 * (1 + Math.abs(spread()) * 2)),
    };
  });
}

export function columnsOf(threads: readonly SomeThread[]): ThreadColumns {
  return {
    ids: threads.map(({ id }) => id),
    startTime: Float64Array.from(threads, ({ startTime }) => startTime),
    lastUpdated: Float64Array.from(threads, ({ lastUpdated }) => lastUpdated ?? Number.NaN),
    turnCount: Float64Array.from(threads, ({ turnCount }) => turnCount),
    p50: Float64Array.from(threads, ({ p50 }) => p50 ?? Number.NaN),
    p99: Float64Array.from(threads, ({ p99 }) => p99 ?? Number.NaN),
  };
}
