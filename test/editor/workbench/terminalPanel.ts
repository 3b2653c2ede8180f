import { eventually } from "./eventually.ts";
import type { Workbench } from "./workbench.ts";

/** Draws the terminal as elements of the page. */
export const terminalSettings = { "terminal.integrated.gpuAcceleration": "off" };

/** What a terminal takes to find the links of a line on a busy machine, in milliseconds. */
export const linkMs = 8000;

/** The terminal that is open. */
export class TerminalPanel {
  readonly #window: Workbench;

  constructor(window: Workbench) {
    this.#window = window;
  }

  async run(command: string): Promise<void> {
    await this.#screen.waitFor();
    const host = await this.#window.host();
    // The extension host hears of it later.
    await eventually(() =>
      host.run(({ vscode }, text) => {
        if (vscode.window.activeTerminal === undefined) throw new Error("There is no active terminal.");
        vscode.window.activeTerminal.sendText(text);
      }, command),
    );
  }

  /** Rests the pointer on a link at the start of the line. Resolves to a click on it. */
  async pointAt(line: RegExp): Promise<() => Promise<void>> {
    const { mouse } = this.#window.page;
    await mouse.move(0, 0);
    const row = this.#screen.locator(".xterm-rows > div").filter({ hasText: line }).first();
    const box = await row.boundingBox({ timeout: 2000 });
    if (box === null) throw new Error("The terminal does not show the link.");
    await mouse.move(box.x + 40, box.y + box.height / 2);
    return () => mouse.click(box.x + 60, box.y + box.height / 2);
  }

  /** Follows the link at the start of the line until `opened` resolves. */
  async follow(line: RegExp, opened: () => Promise<void>): Promise<void> {
    const { page } = this.#window;
    await eventually(async () => {
      const click = await this.pointAt(line);
      // A click before the terminal has found the link would be lost.
      await page.locator(".workbench-hover", { hasText: "Open in Weave Threads" }).waitFor({ timeout: linkMs });
      await page.keyboard.down("Control");
      await click();
      await page.keyboard.up("Control");
      await opened();
    });
  }

  get #screen() {
    return this.#window.page.locator(".terminal-wrapper.active .xterm-screen");
  }
}
