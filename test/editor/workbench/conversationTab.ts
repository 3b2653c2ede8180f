import type { FrameLocator, Locator, Page } from "playwright-core";
import { eventually } from "./eventually.ts";
import type { PageElement } from "./pageElement.ts";
import { webviewPage } from "./webviewPage.ts";

const readMs = 2000;

/** The conversation tab. */
export class ConversationTab {
  readonly #page: Page;

  constructor(page: Page) {
    this.#page = page;
  }

  /** The page. Its locators wait until the tab is visible. */
  get page(): FrameLocator {
    return webviewPage(this.#page);
  }

  /** Waits until the tab with this name is active and its page has rendered. */
  async waitFor(name: string): Promise<void> {
    const group = this.#page.locator(".part.editor .editor-group-container.active");
    await group.locator(".tab.active .label-name", { hasText: name }).waitFor();
    await this.page.locator("h1").waitFor();
  }

  /** Switches to the tab with this name. */
  async select(name: string): Promise<void> {
    await this.#page.locator(".part.editor .tab .label-name", { hasText: name }).click();
  }

  /** A turn by its 1-based position. A turn far outside the viewport renders only its heading; see `read`. */
  turn(place: number): Locator {
    return this.page.locator("article.turn").nth(place - 1);
  }

  async turnCount(): Promise<number> {
    return await this.page.locator("article.turn").count();
  }

  /** Scrolls to a turn, waits for its content and returns its text. */
  async read(place: number): Promise<string> {
    const turn = this.turn(place);
    return await eventually(async () => {
      await turn.scrollIntoViewIfNeeded();
      const near = turn.and(this.page.locator('[aria-busy="false"]'));
      const [body, text] = [await near.locator(".turn-body").innerText({ timeout: readMs }), await turn.innerText()];
      if (body.trim() === "") throw new Error(`Turn ${place} is empty: ${text}`);
      return text;
    });
  }

  /** The marked texts of the page. */
  async marked(): Promise<readonly string[]> {
    return await this.page.locator("body").evaluate(`[...(CSS.highlights.get("weave-found") ?? [])].map(String)`);
  }

  /** The page's error or warning; empty if there is none. */
  async notice(): Promise<string> {
    const texts = await this.page.locator(".page-head .notice p").allInnerTexts();
    return texts.join("\n");
  }

  async press(button: string): Promise<void> {
    await this.page.getByRole("button", { name: button, exact: true }).click();
  }

  /** The entries of a turn's More Actions menu. */
  async menuOf(turn: Locator): Promise<readonly string[]> {
    const entries = await this.#openMenu(() => moreActions(turn).click());
    const names = await entries.allInnerTexts();
    await this.#page.keyboard.press("Escape");
    await entries.first().waitFor({ state: "hidden" });
    return names;
  }

  /** Selects an entry of a turn's More Actions menu. */
  async choose(turn: Locator, entry: string): Promise<void> {
    await this.#choose(() => moreActions(turn).click(), entry);
  }

  /** Selects an entry of the context menu at an element. */
  async chooseAt(target: Locator, entry: string): Promise<void> {
    await this.#choose(() => target.click({ button: "right" }), entry);
  }

  async #choose(openMenu: () => Promise<void>, entry: string): Promise<void> {
    const entries = await this.#openMenu(openMenu);
    // A menu ignores input right after opening.
    await eventually(async () => {
      if (await entries.first().isVisible()) {
        await entries.and(this.#page.getByText(entry, { exact: true })).hover();
        await this.#page.keyboard.press("Enter");
      }
      await entries.first().waitFor({ state: "hidden", timeout: readMs });
    });
  }

  /** The 1-based position of the turn at the top of the viewport. */
  async topTurn(): Promise<number> {
    const tops = await this.page
      .locator("article.turn")
      .evaluateAll((all: readonly (PageElement & { getBoundingClientRect(): { bottom: number } })[]) =>
        all.map((one) => one.getBoundingClientRect().bottom),
      );
    return tops.findIndex((bottom) => bottom > 60) + 1;
  }

  async #openMenu(openMenu: () => Promise<void>): Promise<Locator> {
    await openMenu();
    const entries = this.#page.locator(".monaco-menu .action-item:not(.disabled) .action-label:not(.separator)");
    await entries.first().waitFor();
    return entries;
  }

  /** Waits until the page has this many turns and shows no progress. */
  async waitForTurns(count: number): Promise<void> {
    await eventually(async () => {
      const [shown, progress] = [await this.turnCount(), await this.page.locator(".progress").innerText()];
      if (shown !== count || progress !== "") throw new Error(`${shown} turns, "${progress}"`);
    });
  }
}

function moreActions(turn: Locator): Locator {
  return turn.getByRole("button", { name: "More Actions…" });
}
