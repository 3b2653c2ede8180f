import type { Locator, Page } from "playwright-core";
import { eventually } from "./eventually.ts";
import { buttonName, exactText } from "./exactText.ts";
import type { PageElement } from "./pageElement.ts";
import { shownText } from "./shownText.ts";

export type QuickInputItem = {
  label: string;
  description: string;
  detail: string;
  /** The label's codicons, without `$()`. */
  icons: readonly string[];
  /** Whether Enter accepts this item. */
  active: boolean;
};

/** The quick input: input boxes and quick picks. */
export class QuickInput {
  readonly #page: Page;
  readonly #widget: Locator;
  readonly #box: Locator;

  constructor(page: Page) {
    this.#page = page;
    this.#widget = page.locator(".quick-input-widget");
    this.#box = this.#widget.locator(".quick-input-box input");
  }

  /** Waits for the input with this title, such as "Sign In (1/4)". */
  async waitFor(title: string | RegExp): Promise<void> {
    const pattern = typeof title === "string" ? exactText(title) : title;
    await this.#widget.locator(".quick-input-title").filter({ hasText: pattern, visible: true }).waitFor();
  }

  async waitUntilClosed(): Promise<void> {
    await this.#widget.waitFor({ state: "hidden" });
  }

  async title(): Promise<string> {
    return await shownText(this.#widget.locator(".quick-input-title"));
  }

  async placeholder(): Promise<string> {
    return (await this.#box.getAttribute("placeholder")) ?? "";
  }

  async value(): Promise<string> {
    return await this.#box.inputValue();
  }

  /** Whether the input is a password field. */
  async masked(): Promise<boolean> {
    return (await this.#box.getAttribute("type")) === "password";
  }

  /** The prompt or the validation message. */
  async message(): Promise<string> {
    return await shownText(this.#widget.locator(".quick-input-message"));
  }

  /** Whether the value is invalid; `message` is the reason. */
  async refused(): Promise<boolean> {
    return (await this.#widget.locator(".quick-input-box .monaco-inputbox.error").count()) > 0;
  }

  async type(text: string, withinMs?: number): Promise<void> {
    await this.#box.fill(text, withinMs === undefined ? {} : { timeout: withinMs });
  }

  async accept(): Promise<void> {
    await this.#box.press("Enter");
  }

  /**
   * Accepts a path in VS Code's simple file dialog. This may take several presses: opening the folder and replacing a
   * file each need one. The event is dispatched to the box, because a key press would go to a dialog that has just
   * opened.
   */
  async acceptFile(): Promise<void> {
    const enter = { key: "Enter", code: "Enter", keyCode: 13 };
    await eventually(async () => {
      await this.#box.dispatchEvent("keydown", enter);
      await this.#widget.waitFor({ state: "hidden", timeout: 600 });
    });
  }

  async dismiss(): Promise<void> {
    await this.#page.keyboard.press("Escape");
    await this.waitUntilClosed();
  }

  /** The visible items, in order. */
  async items(): Promise<readonly QuickInputItem[]> {
    return await this.#rows().evaluateAll((rows: readonly PageElement[]): QuickInputItem[] =>
      rows
        .map((row) => {
          const text = (selector: string) => row.querySelector(selector)?.textContent?.trim() ?? "";
          const first = ".quick-input-list-row:first-child";
          const icon = row.querySelector(`${first} .label-name .codicon`)?.className ?? "";
          return {
            position: Number(row.getAttribute("data-index")),
            item: {
              label: text(`${first} .label-name`),
              description: text(`${first} .label-description`),
              detail: text(".quick-input-list-label-meta .label-name"),
              icons: [...icon.matchAll(/codicon-(\S+)/g)].flatMap(([, name]) =>
                name && name !== "colored" ? name : [],
              ),
              active: row.className.split(" ").includes("focused"),
            },
          };
        })
        .sort((a, b) => a.position - b.position)
        .map(({ item }) => item),
    );
  }

  /** Labels of the selected items in a multi-select pick. */
  async ticked(): Promise<readonly string[]> {
    const rows = this.#rows().and(this.#page.locator('[aria-checked="true"]'));
    return (await rows.locator(".quick-input-list-row:first-child .label-name").allInnerTexts()).map((label) =>
      label.trim(),
    );
  }

  /** Whether an item with this label appears within the time. */
  async offers(label: string, withinMs: number): Promise<boolean> {
    try {
      await this.#row(label).waitFor({ timeout: withinMs });
      return true;
    } catch {
      return false;
    }
  }

  /** Selects the item with this label. If it is not visible, types the label first to find it. */
  async pick(label: string, withinMs?: number): Promise<void> {
    const limit = withinMs === undefined ? {} : { timeout: withinMs };
    await this.#rows().first().waitFor(limit);
    const row = this.#row(label);
    if ((await row.count()) === 0) await this.type(label);
    // The hover of a row under the pointer covers the next one.
    await this.#page.mouse.move(0, 0);
    await row.click(limit);
  }

  /** Clicks a button in the title or next to the box, such as "Back". */
  async press(button: string): Promise<void> {
    await this.#widget
      .locator(".quick-input-titlebar, .quick-input-inline-action-bar, .quick-input-action, .quick-input-box")
      .getByRole("button", { name: buttonName(button) })
      .click();
  }

  /** Clicks a button of an item. */
  async pressOn(label: string, button: string): Promise<void> {
    const row = this.#row(label);
    await row.hover();
    await row.getByRole("button", { name: buttonName(button) }).click();
  }

  #rows(): Locator {
    return this.#widget.locator(".quick-input-list .monaco-list-row");
  }

  #row(label: string): Locator {
    const row = this.#page.locator(".quick-input-list-row:first-child");
    const name = row.locator(".label-name").filter({ hasText: exactText(label) });
    // A row may have only an icon as its label.
    const unnamed = row.filter({ has: this.#page.locator(".label-name", { hasText: /^$/ }) });
    const described = unnamed.locator(".label-description").filter({ hasText: exactText(label) });
    return this.#rows().filter({ has: name.or(described) });
  }
}
