import type { Locator, Page } from "playwright-core";
import { eventually } from "./eventually.ts";
import { buttonName, exactText, labelText } from "./exactText.ts";
import { hoverText } from "./hover.ts";
import type { PageElement } from "./pageElement.ts";
import { shownText, textIfShown } from "./shownText.ts";

export type TreeRow = {
  /** 0-based position among all rows. */
  index: number;
  /** The value that the row is sorted by, which begins its label; empty if it has none. */
  value: string;
  /** The rest of its label. */
  label: string;
  description: string;
  /** The name that a screen reader announces. */
  accessibleName: string;
  /** 1 for top-level rows. */
  level: number;
  /** Null if the row is not expandable. */
  expanded: boolean | null;
  selected: boolean;
  /** The icon name; empty if there is none. */
  icon: string;
};

const scrollMs = 1000;
const menuMs = 4000;
/** How many consecutive checks, at least 200 ms apart, must find the rows unchanged. */
const stillLooks = 2;

/** A side bar view that shares its container with others. */
export class TreeView {
  readonly #page: Page;
  readonly #pane: Locator;

  constructor(page: Page, name: string) {
    this.#page = page;
    this.#pane = page.locator(".part.sidebar .pane").filter({
      has: page.locator(".pane-header .title").filter({ hasText: exactText(name) }),
    });
  }

  async waitUntilShown(withinMs: number): Promise<void> {
    await this.#pane.waitFor({ timeout: withinMs });
  }

  /** The description next to the view's name. */
  async description(): Promise<string> {
    return ((await this.#header().locator(".description").textContent()) ?? "").trim();
  }

  /** The visible rows, in order. */
  async rows(): Promise<readonly TreeRow[]> {
    return (await this.#visible()).map(({ row }) => row);
  }

  /** Scrolls to the last row and returns it. Retries if a redraw interferes. */
  async lastRow(): Promise<TreeRow> {
    return await eventually(async () => {
      await this.#pane.locator(".monaco-list").press("End");
      await this.#pane.locator('.monaco-list-row[data-last-element="true"]').waitFor({ timeout: scrollMs });
      const end = (await this.#visible()).find(({ last }) => last);
      if (end === undefined) throw new Error("The last row has disappeared.");
      return end.row;
    });
  }

  /** Scrolls to the first row. */
  async scrollToTop(): Promise<void> {
    await this.#pane.locator(".monaco-list").press("Home");
  }

  /** Opens the last row by keyboard. Retries because a redraw may move the focus to another row. */
  async openLast(label: string): Promise<void> {
    await eventually(async () => {
      await this.lastRow();
      const focused = this.#pane.locator('.monaco-list-row.focused[data-last-element="true"]');
      await focused.filter({ has: this.#name(label) }).waitFor({ timeout: scrollMs });
    });
    await this.#pane.locator(".monaco-list").press("Enter");
  }

  /** The focused row; undefined if no visible row has focus. */
  async focusedRow(): Promise<TreeRow | undefined> {
    return (await this.#visible()).find(({ focused }) => focused)?.row;
  }

  /** Whether keys go to the list. A row can be focused in a list that is not. */
  async hasFocus(): Promise<boolean> {
    return (await this.#pane.locator(".monaco-list:focus").count()) > 0;
  }

  async waitForRows(): Promise<void> {
    await this.#pane.locator(".monaco-list-row").first().waitFor();
  }

  /** Whether the progress bar is active. */
  async busy(): Promise<boolean> {
    return (await this.#pane.locator(".monaco-progress-container.active").count()) > 0;
  }

  /** The message above the rows; empty if there is none. */
  async message(): Promise<string> {
    return await textIfShown(this.#pane.locator(".tree-explorer-viewlet-tree-view > .message:not(.hide)"));
  }

  /** The text of the welcome view, including buttons. */
  async welcome(): Promise<string> {
    return await shownText(this.#welcome());
  }

  async waitForWelcome(text: string | RegExp): Promise<void> {
    await this.#welcome().filter({ hasText: text }).waitFor();
  }

  /** Names of the welcome view's buttons, in order. */
  async welcomeButtons(): Promise<readonly string[]> {
    return (await this.#welcome().getByRole("button").allInnerTexts()).map((text) => text.trim());
  }

  async pressWelcomeButton(name: string): Promise<void> {
    await this.#welcome().getByRole("button", { name, exact: true }).click();
  }

  /** Names of the title buttons. */
  async buttons(): Promise<readonly string[]> {
    const buttons = this.#titleBar().getByRole("button");
    return await buttons.evaluateAll((all: readonly PageElement[]) =>
      all.map((one) => one.getAttribute("aria-label") ?? ""),
    );
  }

  async press(button: string): Promise<void> {
    // The buttons are only visible on hover.
    await this.#header().hover();
    // The menu has no role in the oldest editor.
    await this.#titleBar().getByLabel(buttonName(button)).click();
  }

  /** Selects an entry of the title's overflow menu. Retries if the menu closes because the title's buttons change. */
  async chooseMore(entry: string): Promise<void> {
    await this.#chooseRetrying(entry, () => this.press("More Actions..."));
  }

  /** Expands or collapses a row. Retries, because a redraw may move another row below the pointer. */
  async toggle(label: string): Promise<void> {
    await this.#waitUntilStill();
    const row = this.#row(label);
    const wanted = (await row.getAttribute("aria-expanded")) === "true" ? "false" : "true";
    await eventually(async () => {
      if ((await row.getAttribute("aria-expanded")) !== wanted)
        await row.locator(".monaco-tl-twistie").click({ timeout: menuMs });
      await this.#pane
        .locator(`.monaco-list-row[aria-expanded="${wanted}"]`)
        .filter({ has: this.#name(label) })
        .waitFor({ timeout: menuMs });
    });
  }

  async select(label: string): Promise<void> {
    await this.#row(label).click();
  }

  /** The badge of a row's decoration; empty if it has none. */
  async decoration(label: string): Promise<string> {
    const name = this.#row(label).locator(".monaco-icon-label");
    const content = await name.evaluate(
      (one: PageElement) => one.ownerDocument.defaultView.getComputedStyle(one, "::after").content,
    );
    return content === "none" ? "" : content.replaceAll('"', "");
  }

  async tooltip(label: string): Promise<string> {
    return await hoverText(this.#page, this.#row(label).locator(".monaco-icon-label").first());
  }

  /** Clicks a button on a row. A click during a redraw has no effect. */
  async pressOn(label: string, button: string): Promise<void> {
    await this.#waitUntilStill();
    const row = this.#row(label);
    await row.hover();
    await row.getByRole("button", { name: buttonName(button) }).click({ timeout: menuMs });
  }

  /** Selects an entry of a row's context menu. Retries if a redraw closes the menu. */
  async chooseOn(label: string, entry: string): Promise<void> {
    await this.#waitUntilStill();
    await this.#chooseRetrying(entry, () => this.#row(label).click({ button: "right", timeout: menuMs }));
  }

  /** Selects an entry of the context menu of the row at a position, wherever the focus is. */
  async chooseAt(index: number, entry: string): Promise<void> {
    await this.#waitUntilStill();
    const row = this.#pane.locator(`.monaco-list-row[data-index="${index}"]`);
    await this.#chooseRetrying(entry, () => row.click({ button: "right", timeout: menuMs }));
  }

  async #chooseRetrying(entry: string, openMenu: () => Promise<void>): Promise<void> {
    await eventually(async () => {
      // To an entry: a redraw moves the focus out of a menu that stays open.
      const open = this.#page.locator(".monaco-menu .action-item").first();
      if (await open.isVisible()) await open.press("Escape", { timeout: menuMs });
      await openMenu();
      const item = this.#menuItem(entry);
      await this.#openSubmenu(item);
      await item.hover({ timeout: menuMs });
      // To the entry itself, because a redraw moves the focus from the menu to the rows.
      await item.press("Enter", { timeout: menuMs });
      // A menu closes before its entry runs. If it stays open, the key was lost to a redraw.
      await this.#page.locator(".monaco-menu").first().waitFor({ state: "hidden", timeout: menuMs });
    });
    // The hover of the row below the menu would cover a page.
    await this.#page.mouse.move(0, 0);
  }

  /** Opens the submenu that has an item, unless the menu itself has it. */
  async #openSubmenu(item: Locator): Promise<void> {
    await this.#page.locator(".monaco-menu .action-item").first().waitFor({ timeout: menuMs });
    const opened = this.#page.locator(".monaco-submenu .action-item").first();
    for (const submenu of await this.#page.locator(".monaco-menu .monaco-submenu-item").all()) {
      if (await item.isVisible()) return;
      if (await opened.isVisible()) await this.#page.keyboard.press("ArrowLeft");
      await submenu.press("ArrowRight", { timeout: menuMs });
      await opened.waitFor({ timeout: menuMs });
    }
  }

  /**
   * Waits until the rows stop changing. VS Code redraws them 200 ms after a change, and a menu used at that moment
   * loses its row.
   */
  async #waitUntilStill(): Promise<void> {
    let before = "";
    let seen = 0;
    await eventually(async () => {
      const now = JSON.stringify(await this.rows());
      seen = now === before ? seen + 1 : 0;
      before = now;
      if (seen < stillLooks || (await this.busy())) throw new Error("The rows are still changing.");
    });
  }

  /** Finds an entry by label only, without its keybinding. */
  #menuItem(entry: string): Locator {
    const label = this.#page.locator(".action-label").filter({ hasText: exactText(entry) });
    return this.#page.locator(".monaco-menu").getByRole("menuitem").filter({ has: label });
  }

  #titleBar(): Locator {
    return this.#header().locator(".actions");
  }

  #header(): Locator {
    return this.#pane.locator(".pane-header");
  }

  #welcome(): Locator {
    return this.#pane.locator(".welcome-view-content").filter({ visible: true });
  }

  #row(label: string): Locator {
    return this.#pane.locator(".monaco-list-row").filter({ has: this.#name(label) });
  }

  #name(label: string): Locator {
    return this.#page.locator(".label-name").filter({ hasText: labelText(label) });
  }

  async #visible(): Promise<{ row: TreeRow; last: boolean; focused: boolean }[]> {
    const rows = this.#pane.locator(".monaco-list-rows > .monaco-list-row");
    return await rows.evaluateAll((all: readonly PageElement[]) =>
      all
        .map((one) => {
          const text = one.querySelector(".label-name")?.textContent?.trim() ?? "";
          const [, value = "", label = ""] = /^(?:(.*?) {2})?(.*)$/s.exec(text) ?? [];
          return {
            last: one.getAttribute("data-last-element") === "true",
            focused: one.className.split(" ").includes("focused"),
            row: {
              index: Number(one.getAttribute("data-index")),
              value,
              label,
              description: one.querySelector(".label-description")?.textContent?.trim() ?? "",
              accessibleName: one.getAttribute("aria-label") ?? "",
              level: Number(one.getAttribute("aria-level")),
              expanded:
                one.getAttribute("aria-expanded") === null ? null : one.getAttribute("aria-expanded") === "true",
              selected: one.getAttribute("aria-selected") === "true",
              icon:
                /codicon-([\w-]+)/.exec(one.querySelector(".custom-view-tree-node-item-icon")?.className ?? "")?.[1] ??
                "",
            },
          };
        })
        .sort((a, b) => a.row.index - b.row.index),
    );
  }
}
