import type { Locator, Page } from "playwright-core";
import { shownText } from "./shownText.ts";

/** How long a toast takes on a busy machine. */
const toastMs = 20_000;

/** The notifications: their toasts, or the notification center. */
export class Notifications {
  readonly #page: Page;

  constructor(page: Page) {
    this.#page = page;
  }

  /** Waits for a notification that contains the text, and resolves to its full text. */
  async waitFor(text: string | RegExp): Promise<string> {
    const message = this.#one(text).locator(".notification-list-item-message");
    try {
      await message.waitFor({ timeout: toastMs });
    } catch {
      // VS Code shows no toast for more than three notifications within a second. The center lists all.
      await this.#page.keyboard.press("Control+K");
      await this.#page.keyboard.press("Control+Shift+N");
    }
    return await shownText(message);
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
    const place = this.#page.locator(".notifications-toasts, .notifications-center");
    return place.locator(".notification-list-item").filter({ visible: true });
  }

  #one(text: string | RegExp): Locator {
    const message = this.#page.locator(".notification-list-item-message").filter({ hasText: text });
    return this.#all().filter({ has: message }).first();
  }
}
