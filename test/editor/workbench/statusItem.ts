import type { Locator, Page } from "playwright-core";
import { eventually } from "./eventually.ts";
import { hoverText } from "./hover.ts";
import type { PageElement } from "./pageElement.ts";
import { shownText } from "./shownText.ts";

const linkMs = 2000;

/** A status bar item. */
export class StatusItem {
  readonly #page: Page;
  readonly #item: Locator;

  /** `id` is the argument of `createStatusBarItem`. */
  constructor(page: Page, id: string) {
    this.#page = page;
    this.#item = page.locator(`.statusbar-item[id$=".${id}"]`);
  }

  async waitFor(): Promise<void> {
    await this.#item.waitFor();
  }

  async shown(): Promise<boolean> {
    return await this.#item.isVisible();
  }

  /** The text without icons. */
  async text(): Promise<string> {
    return await shownText(this.#label());
  }

  /** The codicons, without `$()`; spinning ones as `sync~spin`. */
  async icons(): Promise<readonly string[]> {
    return await this.#label()
      .locator(".codicon")
      .evaluateAll((all: readonly PageElement[]) =>
        all.map((one) => {
          const [name, ...modifiers] = [...one.className.matchAll(/codicon-([\w-]+)/g)].map(([, found]) => found);
          return [name, ...modifiers.map((modifier) => modifier?.replace("modifier-", ""))].join("~");
        }),
      );
  }

  /** The name that a screen reader announces. */
  async accessibleName(): Promise<string> {
    return (await this.#label().getAttribute("aria-label")) ?? "";
  }

  async tooltip(): Promise<string> {
    return await hoverText(this.#page, this.#item);
  }

  /** Clicks a link in the tooltip, which a redraw may close. */
  async runLink(name: string): Promise<void> {
    const hover = this.#page.locator(".monaco-hover.workbench-hover");
    await eventually(async () => {
      await this.tooltip();
      await hover.getByRole("link", { name, exact: true }).click({ timeout: linkMs });
    });
  }

  async background(): Promise<"plain" | "warning" | "error"> {
    const classes = ((await this.#item.getAttribute("class")) ?? "").split(" ");
    if (classes.includes("error-kind")) return "error";
    return classes.includes("warning-kind") ? "warning" : "plain";
  }

  async click(): Promise<void> {
    await this.#item.click();
  }

  #label(): Locator {
    return this.#item.locator(".statusbar-item-label");
  }
}
