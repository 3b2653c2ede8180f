import type { Locator, Page } from "playwright-core";
import { shownText } from "./shownText.ts";

/** The modal dialog. */
export class Dialog {
  readonly #box: Locator;

  constructor(page: Page) {
    this.#box = page.locator(".monaco-dialog-box");
  }

  async waitFor(): Promise<void> {
    await this.#box.waitFor();
  }

  async message(): Promise<string> {
    return await shownText(this.#box.locator(".dialog-message-text"));
  }

  /** The text below the message. If a dialog has only one text, it is shown here. */
  async detail(): Promise<string> {
    return await shownText(this.#box.locator(".dialog-message-detail"));
  }

  async buttons(): Promise<readonly string[]> {
    return await this.#box.locator(".dialog-buttons .monaco-button").allInnerTexts();
  }

  async press(button: string): Promise<void> {
    await this.#box.getByRole("button", { name: button, exact: true }).click();
    await this.#box.waitFor({ state: "hidden" });
  }
}
