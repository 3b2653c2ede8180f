import type { FrameLocator, Locator, Page } from "playwright-core";

/**
 * The conversation in the active editor group. Its page is two frames deep: VS Code draws webviews in a frame of its own
 * above the editors, and the page is in another one in that; `page` is the way to whatever is in it. Every tab has a pair
 * of frames, and only that of the tab on screen is visible.
 */
export class ConversationTab {
  readonly #page: Page;

  constructor(page: Page) {
    this.#page = page;
  }

  /** Everything in the page, by locators that wait until the tab is on screen. */
  get page(): FrameLocator {
    return this.#page.frameLocator("iframe.webview.ready:visible").frameLocator("iframe#active-frame");
  }

  get body(): Locator {
    return this.page.locator("body");
  }

  /** Waits until the tab of this name is the active one and its page has drawn something. */
  async waitFor(name: string): Promise<void> {
    const group = this.#page.locator(".part.editor .editor-group-container.active");
    await group.locator(`.tab.active[data-resource-name="${name}"]`).waitFor();
    await this.body.locator("#conversation > *").first().waitFor();
  }

  /** All text of the page as it is on screen. */
  async text(): Promise<string> {
    return await this.body.innerText();
  }
}
