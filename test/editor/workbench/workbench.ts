import type { Locator, Page } from "playwright-core";
import type { ExtensionHost } from "../extensionHost/extensionHosts.ts";
import { Dialog } from "./dialog.ts";
import { eventually } from "./eventually.ts";
import { Notifications } from "./notifications.ts";
import { QuickInput } from "./quickInput.ts";
import { StatusItem } from "./statusItem.ts";
import { TreeView } from "./treeView.ts";

const paletteResponseMs = 1000;
const viewResponseMs = 1000;
const pickMs = 3000;

/** An editor window, operated through its UI. Every step waits until it is possible. */
export class Workbench {
  /** For anything not covered by the methods. */
  readonly page: Page;
  readonly quickInput: QuickInput;
  readonly notifications: Notifications;
  readonly dialog: Dialog;
  readonly #nextHost: (() => Promise<ExtensionHost>) | undefined;
  #host: Promise<ExtensionHost> | undefined;

  /** `nextHost` returns the extension host of the next window that opens or reloads. */
  constructor(page: Page, nextHost?: () => Promise<ExtensionHost>) {
    this.page = page;
    this.#nextHost = nextHost;
    this.quickInput = new QuickInput(page);
    this.notifications = new Notifications(page);
    this.dialog = new Dialog(page);
  }

  /** Opens a window's URL and waits until it is rendered; extensions start later. */
  async open(address: string): Promise<void> {
    this.#host = this.#nextHost?.();
    await this.page.goto(address);
    await this.#drawn();
  }

  /** Reloads the window with the editor's command, which saves its state first. */
  async reload(): Promise<void> {
    const loaded = this.page.waitForEvent("domcontentloaded");
    const host = await this.host();
    this.#host = this.#nextHost?.();
    await host.run(({ vscode }) => void vscode.commands.executeCommand("workbench.action.reloadWindow"));
    await loaded;
    await this.#drawn();
  }

  /** The window's extension host. Waits until the extension is active. */
  async host(): Promise<ExtensionHost> {
    if (this.#host === undefined) throw new Error("The extension host of this window is not available.");
    return await this.#host;
  }

  /** Runs a command by ID without waiting for its result. */
  async startCommand(id: string, ...args: readonly unknown[]): Promise<void> {
    const host = await this.host();
    await host.run(
      ({ vscode }, [command, given]: readonly [string, readonly unknown[]]) => {
        void vscode.commands.executeCommand(command, ...given);
      },
      [id, args],
    );
  }

  /**
   * Runs a command from the palette by its title with category, such as "Weave: Sign In…". Reopens the palette until
   * the command is listed: extensions load after the window, and the palette closes on focus loss. The activity bar
   * container shows that this extension is loaded.
   */
  async runCommand(title: string): Promise<void> {
    if (title.startsWith("Weave: ")) await this.#tab(/^Weave.Threads/).waitFor();
    await eventually(async () => {
      await this.page.keyboard.press("F1");
      await this.quickInput.type(`>${title}`, paletteResponseMs);
      if (await this.quickInput.offers(title, paletteResponseMs)) {
        await this.quickInput.pick(title, pickMs);
        return;
      }
      await this.quickInput.dismiss();
      throw new Error(`The command palette does not list "${title}".`);
    });
  }

  /** Opens a file by its path in the window's folder and waits for its tab. */
  async openFile(path: string): Promise<void> {
    const host = await this.host();
    await host.run(async ({ vscode }, file: string) => {
      const [folder] = vscode.workspace.workspaceFolders ?? [];
      if (folder === undefined) throw new Error("The window has no open folder.");
      await vscode.window.showTextDocument(vscode.Uri.joinPath(folder.uri, file), { preview: false });
    }, path);
    const name = path.slice(path.lastIndexOf("/") + 1);
    const group = this.page.locator(".part.editor .editor-group-container.active");
    await group.locator(`.tab.active[data-resource-name="${name}"]`).waitFor();
  }

  /**
   * Shows an activity bar container and returns its view with this name. Retries because an opening window may show the
   * container itself, and a click then hides it.
   */
  async openView(container: string, view: string): Promise<TreeView> {
    const tab = this.#tab(container);
    await tab.waitFor();
    await eventually(async () => {
      if ((await tab.getAttribute("aria-selected")) !== "true") await tab.click();
      await this.view(view).waitUntilShown(viewResponseMs);
    });
    return this.view(view);
  }

  /** The badge of an activity bar container; empty if there is none. */
  async badge(container: string): Promise<string> {
    const tab = this.#tab(container);
    const badge = tab
      .locator("xpath=ancestor-or-self::*[contains(@class, 'action-item')]")
      .locator(".badge-content")
      .filter({ visible: true });
    const [text = ""] = await badge.allTextContents();
    return text.trim();
  }

  /** A side bar view that is open or about to open. */
  view(name: string): TreeView {
    return new TreeView(this.page, name);
  }

  /** Widens the side bar by dragging its edge. */
  async widenSideBar(by: number): Promise<void> {
    const box = await this.page.locator(".part.sidebar").boundingBox();
    if (box === null) throw new Error("The side bar is closed.");
    const [edge, middle] = [box.x + box.width + 2, box.y + box.height / 2];
    await this.page.mouse.move(edge, middle);
    await this.page.mouse.down();
    await this.page.mouse.move(edge + by, middle, { steps: 5 });
    await this.page.mouse.up();
    // The edge stays highlighted for a moment after the pointer leaves it.
    await this.page.mouse.move(edge + 2 * by, middle);
    await this.page.locator(".monaco-sash.hover").waitFor({ state: "hidden" });
  }

  statusItem(id: string): StatusItem {
    return new StatusItem(this.page, id);
  }

  /** Shows an output channel and returns its text. */
  async output(channel: string): Promise<string> {
    const panel = this.page.locator(".part.panel");
    const choice = panel.getByRole("combobox", { name: "Switch Output" });
    if (!(await choice.isVisible()) || (await choice.inputValue()) !== channel) {
      await this.runCommand("Output: Show Output Channels...");
      await this.quickInput.pick(channel);
    }
    return await this.shownOutput();
  }

  /** The text of the visible output channel. */
  async shownOutput(): Promise<string> {
    return await this.#allText(".part.panel .monaco-editor");
  }

  /** The text of the active editor tab. */
  async editorText(): Promise<string> {
    return await this.#allText(".part.editor .editor-group-container.active .monaco-editor");
  }

  /** Names of the open editor tabs, in order. */
  async editorTabs(): Promise<readonly string[]> {
    return await this.page.locator(".part.editor .tabs-container .tab .label-name").allInnerTexts();
  }

  async clipboard(): Promise<string> {
    return await this.page.evaluate("navigator.clipboard.readText()");
  }

  /** Changes the color theme by its name in the theme picker, such as "Dark High Contrast". */
  async useTheme(name: string): Promise<void> {
    await this.runCommand("Preferences: Color Theme");
    await this.quickInput.pick(name);
    await this.quickInput.waitUntilClosed();
  }

  /** A screenshot of the window as PNG. */
  async picture(): Promise<Buffer> {
    return await this.page.screenshot();
  }

  /** Resolves when the window has closed. */
  async closed(): Promise<void> {
    if (!this.page.isClosed()) await this.page.waitForEvent("close", { timeout: 0 });
  }

  #tab(container: string | RegExp): Locator {
    return this.page.locator(".part.activitybar").getByRole("tab", { name: container });
  }

  async #drawn(): Promise<void> {
    await this.page.locator('.statusbar-item[id="status.notifications"]').waitFor();
  }

  /** Copies the text to the clipboard, because editors render only visible lines. */
  async #allText(editor: string): Promise<string> {
    // Focus instead of clicking: a click may hit a code lens, and the center of long lines is outside the viewport.
    await this.page.locator(`${editor} .native-edit-context, ${editor} textarea.inputarea`).first().focus();
    await this.page.keyboard.press("Control+A");
    await this.page.keyboard.press("Control+C");
    return await this.clipboard();
  }
}
