import type { FrameLocator, Locator, Page } from "playwright-core";
import { eventually } from "./eventually.ts";
import type { PageElement } from "./pageElement.ts";
import { webviewPage } from "./webviewPage.ts";

const readMs = 2000;

/** The conversation on screen. */
export class ConversationTab {
  readonly #page: Page;

  constructor(page: Page) {
    this.#page = page;
  }

  /** Everything in the page, by locators that wait until the tab is on screen. */
  get page(): FrameLocator {
    return webviewPage(this.#page);
  }

  /** Waits until the tab of this name is the active one and its page has drawn something. */
  async waitFor(name: string): Promise<void> {
    const group = this.#page.locator(".part.editor .editor-group-container.active");
    await group.locator(".tab.active .label-name", { hasText: name }).waitFor();
    await this.page.locator("h1").waitFor();
  }

  /** Goes to the tab of this name. */
  async select(name: string): Promise<void> {
    await this.#page.locator(".part.editor .tab .label-name", { hasText: name }).click();
  }

  /** A turn by its place, from 1. One that is far from the screen is but a heading: see `read`. */
  turn(place: number): Locator {
    return this.page.locator("article.turn").nth(place - 1);
  }

  async turnCount(): Promise<number> {
    return await this.page.locator("article.turn").count();
  }

  /** Brings a turn on screen, waits until it says something, and gives its text. */
  async read(place: number): Promise<string> {
    const turn = this.turn(place);
    return await eventually(async () => {
      await turn.scrollIntoViewIfNeeded();
      const near = turn.and(this.page.locator('[aria-busy="false"]'));
      const [body, text] = [await near.locator(".turn-body").innerText({ timeout: readMs }), await turn.innerText()];
      if (body.trim() === "") throw new Error(`The page shows of turn ${place}: ${text}`);
      return text;
    });
  }

  /** What the page says went wrong, or is in the way; empty where nothing is. */
  async notice(): Promise<string> {
    const texts = await this.page.locator(".page-head .notice p").allInnerTexts();
    return texts.join("\n");
  }

  async press(button: string): Promise<void> {
    await this.page.getByRole("button", { name: button, exact: true }).click();
  }

  /** What the menu behind the three dots of a turn offers. */
  async menuOf(turn: Locator): Promise<readonly string[]> {
    const entries = await this.#openMenu(turn);
    const names = await entries.allInnerTexts();
    await this.#page.keyboard.press("Escape");
    await entries.first().waitFor({ state: "hidden" });
    return names;
  }

  /** Chooses an entry of that menu. */
  async choose(turn: Locator, entry: string): Promise<void> {
    const entries = await this.#openMenu(turn);
    // A menu that has just opened takes nothing yet.
    await eventually(async () => {
      if (await entries.first().isVisible()) {
        await entries.and(this.#page.getByText(entry, { exact: true })).hover();
        await this.#page.keyboard.press("Enter");
      }
      await entries.first().waitFor({ state: "hidden", timeout: readMs });
    });
  }

  /** The place of the turn at the top of the screen, from 1. */
  async topTurn(): Promise<number> {
    const tops = await this.page
      .locator("article.turn")
      .evaluateAll((all: readonly (PageElement & { getBoundingClientRect(): { bottom: number } })[]) =>
        all.map((one) => one.getBoundingClientRect().bottom),
      );
    return tops.findIndex((bottom) => bottom > 60) + 1;
  }

  async #openMenu(turn: Locator): Promise<Locator> {
    await turn.getByRole("button", { name: "More Actions…" }).click();
    const entries = this.#page.locator(".monaco-menu .action-item:not(.disabled) .action-label:not(.separator)");
    await entries.first().waitFor();
    return entries;
  }

  /** Waits until the page has so many turns and says nothing of more. */
  async waitForTurns(count: number): Promise<void> {
    await eventually(async () => {
      const [shown, progress] = [await this.turnCount(), await this.page.locator(".progress").innerText()];
      if (shown !== count || progress !== "") throw new Error(`${shown} turns, "${progress}"`);
    });
  }
}
