import type { Locator, Page } from "playwright-core";
import { eventually } from "./eventually.ts";
import { buttonName } from "./exactText.ts";
import type { PageElement } from "./pageElement.ts";
import { shownText } from "./shownText.ts";

/** A row of the Problems view. */
export type Problem = {
  severity: "Error" | "Warning" | "Info";
  message: string;
  /** 1-based start position. */
  line: number;
  column: number;
};

const widgetMs = 2000;

/** The active text editor. */
export class EditorTab {
  readonly #page: Page;
  readonly #group: Locator;
  readonly #editor: Locator;

  constructor(page: Page) {
    this.#page = page;
    this.#group = page.locator(".part.editor .editor-group-container.active");
    this.#editor = this.#group.locator(".editor-instance .monaco-editor").first();
  }

  /** Waits until the file with this name is shown. */
  async waitFor(name: string): Promise<void> {
    await this.#group.locator(`.tab.active[data-resource-name="${name}"]`).waitFor();
    await this.#editor.locator(".view-lines").waitFor();
  }

  /** Replaces the whole text by pasting, which avoids completions and auto-closing, and scrolls to the start. */
  async replaceText(text: string): Promise<void> {
    await this.#focus();
    await this.#page.evaluate(`navigator.clipboard.writeText(${JSON.stringify(text)})`);
    await this.#page.keyboard.press("Control+A");
    await this.#waitForCursor(/selected/);
    await this.#page.keyboard.press("Control+V");
    // Pasting is asynchronous; until then the old text is selected.
    await this.#waitForCursor(/Col \d+$/);
    await this.#page.keyboard.press("Control+Home");
  }

  /** Places the cursor at a 1-based position. */
  async goTo(line: number, column: number): Promise<void> {
    await this.#focus();
    await this.#page.keyboard.press("Control+G");
    const box = this.#page.locator(".quick-input-widget .quick-input-box input");
    await box.fill(`:${line}:${column}`);
    await box.press("Enter");
    await this.#page.locator(".quick-input-widget").waitFor({ state: "hidden" });
  }

  /** The cursor position in the status bar, such as "Ln 3, Col 5". */
  async cursor(): Promise<string> {
    return await shownText(this.#page.locator('.statusbar-item[id="status.editor.selection"]'));
  }

  /** The code lenses, in order and without icons. */
  async codeLenses(): Promise<readonly string[]> {
    const parts = this.#editor.locator(".codelens-decoration > *");
    const texts = await parts.evaluateAll((all: readonly PageElement[]) => all.map((one) => one.textContent ?? ""));
    return texts.map((text) => text.replaceAll("\u00a0", " ").trim()).filter((text) => text !== "" && text !== "|");
  }

  async pressCodeLens(text: string): Promise<void> {
    await this.#editor.locator(".codelens-decoration a").filter({ hasText: text }).click();
  }

  /** The tooltip of a code lens. */
  async codeLensTooltip(text: string): Promise<string> {
    const lens = this.#editor.locator(".codelens-decoration > *").filter({ hasText: text });
    return (await lens.getAttribute("title")) ?? "";
  }

  /** Clicks a button in the editor title. */
  async pressTitleButton(name: string): Promise<void> {
    await this.#group
      .locator(".editor-actions")
      .getByRole("button", { name: buttonName(name) })
      .click();
  }

  /** The completions at the cursor. */
  async completions(): Promise<readonly string[]> {
    const widget = this.#page.locator(".suggest-widget.visible");
    return await eventually(async () => {
      await this.#page.keyboard.press("Escape");
      await this.#page.keyboard.press("Control+Space");
      const labels = widget.locator(".monaco-list-row .label-name");
      await labels.first().waitFor({ timeout: widgetMs });
      return await labels.allInnerTexts();
    });
  }

  /** The hover text at the cursor. */
  async hover(): Promise<string> {
    const hover = this.#page.locator(".monaco-hover.monaco-resizable-hover, .monaco-resizable-hover .monaco-hover");
    return await eventually(async () => {
      await this.#page.keyboard.press("Escape");
      await this.#page.keyboard.press("Control+K");
      await this.#page.keyboard.press("Control+I");
      const shown = hover.filter({ visible: true }).first();
      await shown.waitFor({ timeout: widgetMs });
      return await shownText(shown);
    });
  }

  /** Opens the Problems view and returns its visible rows. */
  async problems(): Promise<readonly Problem[]> {
    const view = this.#page.locator(".markers-panel");
    if (!(await view.isVisible())) {
      await this.#page.keyboard.press("Control+Shift+M");
      await view.waitFor();
    }
    const rows = view.locator('.monaco-list-row[aria-level="2"]');
    const labels = await rows.evaluateAll((all: readonly PageElement[]) =>
      all.map((one) => one.getAttribute("aria-label") ?? ""),
    );
    return labels.flatMap((label) => {
      const found = /^(Error|Warning|Info): (.*) at line (\d+) and character (\d+)/s.exec(label);
      const severity = (["Error", "Warning", "Info"] as const).find((known) => known === found?.[1]);
      if (found === null || severity === undefined) return [];
      return [{ severity, message: found[2] ?? "", line: Number(found[3]), column: Number(found[4]) }];
    });
  }

  async #waitForCursor(text: RegExp): Promise<void> {
    await this.#page.locator('.statusbar-item[id="status.editor.selection"]').filter({ hasText: text }).waitFor();
  }

  async #focus(): Promise<void> {
    await this.#editor.locator(".view-lines").click();
  }
}
