import type { FrameLocator, Page } from "playwright-core";
import { eventually } from "./eventually.ts";
import { webviewPage } from "./webviewPage.ts";

const name = "Threads Overview";

/** A place in the window, in pixels. */
export interface Place {
  readonly x: number;
  readonly y: number;
}

/** The overview on screen. */
export class OverviewTab {
  readonly #page: Page;

  constructor(page: Page) {
    this.#page = page;
  }

  /** Everything in the page, by locators that wait until the tab is on screen. */
  get page(): FrameLocator {
    return webviewPage(this.#page);
  }

  /** Waits until the tab is shown in its group and its page has drawn something. */
  async waitFor(): Promise<void> {
    await this.#page.locator(".part.editor .tab.active .label-name", { hasText: name }).waitFor();
    await this.page.locator("h1").waitFor();
  }

  /** Goes to the tab. */
  async select(): Promise<void> {
    await this.#page.locator(".part.editor .tab .label-name", { hasText: name }).click();
  }

  /** Waits until both durations of so many threads are drawn, and nothing more is awaited. */
  async waitForThreads(count: number): Promise<void> {
    const plot = this.page.locator('[data-chart="durations"] .plot');
    await eventually(async () => {
      const [p50, p99] = [await plot.getAttribute("data-p50"), await plot.getAttribute("data-p99")];
      const busy = await this.page.locator("main").getAttribute("aria-busy");
      if (p50 !== String(count) || p99 !== String(count) || busy !== "false")
        throw new Error(`${p50} medians and ${p99} 99th percentiles are drawn; busy: ${busy}`);
    });
  }

  /** What a headline figure says, and what it says it is of. */
  async figure(figure: string): Promise<{ readonly value: string; readonly of: string }> {
    const tile = this.page.locator(`[data-figure="${figure}"]`);
    return { value: await tile.locator(".value").innerText(), of: await tile.locator(".of").innerText() };
  }

  /** Where the median of the thread is that is selected in the tree, by its ring. */
  async selectedPlace(): Promise<Place> {
    const ring = this.page.locator('[data-chart="durations"] .ring.selected.disc');
    await ring.waitFor();
    let before = "";
    return await eventually(async () => {
      const box = await ring.boundingBox();
      const now = JSON.stringify(box);
      if (box === null || now !== before) {
        before = now;
        throw new Error("The selected thread is still moving, or not on screen.");
      }
      return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
    });
  }

  /** Of the scatter, in pixels of the window. */
  async plotArea(): Promise<Place & { readonly width: number; readonly height: number }> {
    const box = await this.page.locator('[data-chart="durations"] .u-over').boundingBox();
    if (box === null) throw new Error("The scatter is not on screen.");
    return box;
  }

  /** Chooses the range of time between two places. */
  async brush(from: Place, to: Place): Promise<void> {
    const { mouse } = this.#page;
    await mouse.move(from.x, from.y);
    await mouse.down();
    await mouse.move((from.x + to.x) / 2, from.y);
    await mouse.move(to.x, to.y);
    await mouse.up();
  }

  /** What the page says went wrong, or is in the way; empty where nothing is. */
  async notice(): Promise<string> {
    return (await this.page.locator(".page-head .notice p").allInnerTexts()).join("\n");
  }

  /** How far it has come, or as of when it is. */
  async progress(): Promise<string> {
    return await this.page.locator(".page-head .progress").innerText();
  }

  async press(button: string): Promise<void> {
    await this.page.getByRole("button", { name: button, exact: true }).click();
  }
}
