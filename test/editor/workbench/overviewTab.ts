import type { FrameLocator, Page } from "playwright-core";
import { eventually } from "./eventually.ts";
import { webviewPage } from "./webviewPage.ts";

const name = "Threads Overview";

/** A position in the window, in pixels. */
export interface Pixel {
  readonly x: number;
  readonly y: number;
}

/** The overview tab. */
export class OverviewTab {
  readonly #page: Page;

  constructor(page: Page) {
    this.#page = page;
  }

  /** The page. Its locators wait until the tab is visible. */
  get page(): FrameLocator {
    return webviewPage(this.#page);
  }

  /** Waits until the tab is shown in its group and its page has rendered. */
  async waitFor(): Promise<void> {
    await this.#page.locator(".part.editor .tab.active .label-name", { hasText: name }).waitFor();
    await this.page.locator("h1").waitFor();
  }

  /** Switches to the tab. */
  async select(): Promise<void> {
    await this.#page.locator(".part.editor .tab .label-name", { hasText: name }).click();
  }

  /** Waits until both durations of this many threads are drawn and loading is finished. */
  async waitForThreads(count: number): Promise<void> {
    const plot = this.page.locator('[data-chart="durations"] .plot');
    await eventually(async () => {
      const [p50, p99] = [await plot.getAttribute("data-p50"), await plot.getAttribute("data-p99")];
      const busy = await this.page.locator("main").getAttribute("aria-busy");
      if (p50 !== String(count) || p99 !== String(count) || busy !== "false")
        throw new Error(`drawn: ${p50} p50, ${p99} p99; busy: ${busy}`);
    });
  }

  /** The value of a headline figure. */
  async figure(figure: string): Promise<string> {
    return await this.page.locator(`[data-figure="${figure}"] .value`).innerText();
  }

  /** What all figures cover. */
  async coverage(): Promise<string> {
    return await this.page.locator(".page-head .filter").innerText();
  }

  /** The position of the p50 of the thread selected in the tree, found by its ring. */
  async selectedPlace(): Promise<Pixel> {
    const ring = this.page.locator('[data-chart="durations"] .ring.selected.disc');
    await ring.waitFor();
    let before = "";
    return await eventually(async () => {
      const box = await ring.boundingBox();
      const now = JSON.stringify(box);
      if (box === null || now !== before) {
        before = now;
        throw new Error("The selected thread is still moving or not visible.");
      }
      return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
    });
  }

  /** The bounds of the scatter plot, in pixels of the window. */
  async plotArea(): Promise<Pixel & { readonly width: number; readonly height: number }> {
    const box = await this.page.locator('[data-chart="durations"] .u-over').boundingBox();
    if (box === null) throw new Error("The scatter plot is not visible.");
    return box;
  }

  /** Selects the time range between two positions. */
  async brush(from: Pixel, to: Pixel): Promise<void> {
    const { mouse } = this.#page;
    await mouse.move(from.x, from.y);
    await mouse.down();
    await mouse.move((from.x + to.x) / 2, from.y);
    await mouse.move(to.x, to.y);
    await mouse.up();
  }

  /** The page's error or warning; empty if there is none. */
  async notice(): Promise<string> {
    return (await this.page.locator(".page-head .notice p").allInnerTexts()).join("\n");
  }

  /** The loading progress, or the time of the data. */
  async progress(): Promise<string> {
    return await this.page.locator(".page-head .progress").innerText();
  }

  async press(button: string): Promise<void> {
    await this.page.getByRole("button", { name: button, exact: true }).click();
  }
}
