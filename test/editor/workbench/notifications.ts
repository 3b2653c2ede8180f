import type { Locator, Page } from "playwright-core";
import { shownText } from "./shownText.ts";

/** The notification toasts. */
export class Notifications {
  readonly #page: Page;

  constructor(page: Page) {
    this.#page = page;
  }

  /** Waits for a notification that contains the text, and resolves to its full text. */
  async waitFor(text: string | RegExp): Promise<string> {
    return await shownText(this.#one(text).locator(".notification-list-item-message"));
  }

  async messages(): Promise<readonly string[]> {
    return await this.#all().locator(".notification-list-item-message").allInnerTexts();
  }

  async buttons(text: string | RegExp): Promise<readonly string[]> {
    return await this.#one(text).locator(".notification-list-item-buttons-container .monaco-button").allInnerTexts();
  }

  async press(text: string | RegExp, button: string): Promise<void> {
    await this.#one(text).getByRole("button", { name: button, exact: true }).click();
  }

  #all(): Locator {
    return this.#page.locator(".notifications-toasts .notification-list-item").filter({ visible: true });
  }

  #one(text: string | RegExp): Locator {
    const message = this.#page.locator(".notification-list-item-message").filter({ hasText: text });
    return this.#all().filter({ has: message }).first();
  }
}
