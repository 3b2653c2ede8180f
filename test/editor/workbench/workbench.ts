import type { Locator, Page } from "playwright-core";
import type { ExtensionHost } from "../extensionHost/extensionHosts.ts";
import { Dialog } from "./dialog.ts";
import { eventually } from "./eventually.ts";
import { Notifications } from "./notifications.ts";
import { QuickInput } from "./quickInput.ts";
import { StatusItem } from "./statusItem.ts";
import { TreeView } from "./treeView.ts";

const paletteAnswerMs = 1000;
const viewAnswerMs = 1000;
const pickMs = 3000;

/** One window of the editor, used the way a person does. Every step waits until it can be taken. */
export class Workbench {
  /** For what is not offered here. */
  readonly page: Page;
  readonly quickInput: QuickInput;
  readonly notifications: Notifications;
  readonly dialog: Dialog;
  readonly #nextHost: (() => Promise<ExtensionHost>) | undefined;
  #host: Promise<ExtensionHost> | undefined;

  /** `nextHost` gives the extension host of the window that is opened or reloaded next. */
  constructor(page: Page, nextHost?: () => Promise<ExtensionHost>) {
    this.page = page;
    this.#nextHost = nextHost;
    this.quickInput = new QuickInput(page);
    this.notifications = new Notifications(page);
    this.dialog = new Dialog(page);
  }

  /** Goes to the address of a window and waits until it is drawn; extensions start after that. */
  async open(address: string): Promise<void> {
    this.#host = this.#nextHost?.();
    await this.page.goto(address);
    await this.#drawn();
  }

  /** Reloads the window by the editor's own command, which first stores all that the next window finds again. */
  async reload(): Promise<void> {
    const loaded = this.page.waitForEvent("domcontentloaded");
    const host = await this.host();
    this.#host = this.#nextHost?.();
    await host.run(({ vscode }) => void vscode.commands.executeCommand("workbench.action.reloadWindow"));
    await loaded;
    await this.#drawn();
  }

  /** The window's extension host, once the extension is active in it. */
  async host(): Promise<ExtensionHost> {
    if (this.#host === undefined) throw new Error("The extension host of this window is out of reach.");
    return await this.#host;
  }

  /** Runs a command by its ID, with its arguments, as a link or another command does. Does not wait for its end. */
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
   * Runs a command of the palette by its full title, category included, such as "Weave: Sign In…".
   * The palette is opened anew until it offers the command: extensions are known only a while after the window is, and it
   * closes where something else takes the focus. When this extension is known, its container is in the activity bar.
   */
  async runCommand(title: string): Promise<void> {
    if (title.startsWith("Weave: ")) await this.#tab("Weave Threads").waitFor();
    await eventually(async () => {
      await this.page.keyboard.press("F1");
      await this.quickInput.type(`>${title}`, paletteAnswerMs);
      if (await this.quickInput.offers(title, paletteAnswerMs)) {
        await this.quickInput.pick(title, pickMs);
        return;
      }
      await this.quickInput.dismiss();
      throw new Error(`The command palette does not offer "${title}".`);
    });
  }

  /** Opens a file of the window's folder by its path there, and waits for its tab. */
  async openFile(path: string): Promise<void> {
    const host = await this.host();
    await host.run(async ({ vscode }, file: string) => {
      const [folder] = vscode.workspace.workspaceFolders ?? [];
      if (folder === undefined) throw new Error("The window shows no folder.");
      await vscode.window.showTextDocument(vscode.Uri.joinPath(folder.uri, file), { preview: false });
    }, path);
    const name = path.slice(path.lastIndexOf("/") + 1);
    const group = this.page.locator(".part.editor .editor-group-container.active");
    await group.locator(`.tab.active[data-resource-name="${name}"]`).waitFor();
  }

  /**
   * Shows a container of the activity bar, and gives its view of this name. A window that is just opening may show it by
   * itself, and a press then hides it: whether it is shown is looked at after the press.
   */
  async openView(container: string, view: string): Promise<TreeView> {
    const tab = this.#tab(container);
    await tab.waitFor();
    await eventually(async () => {
      if ((await tab.getAttribute("aria-selected")) !== "true") await tab.click();
      await this.view(view).waitUntilShown(viewAnswerMs);
    });
    return this.view(view);
  }

  /** The number on a container's icon in the activity bar; empty where there is none. */
  async badge(container: string): Promise<string> {
    const tab = this.#tab(container);
    const badge = tab
      .locator("xpath=ancestor-or-self::*[contains(@class, 'action-item')]")
      .locator(".badge-content")
      .filter({ visible: true });
    const [text = ""] = await badge.allTextContents();
    return text.trim();
  }

  /** A view of the side bar, open already or about to be opened by something else. */
  view(name: string): TreeView {
    return new TreeView(this.page, name);
  }

  /** Drags the edge of the side bar outwards by some pixels. */
  async widenSideBar(by: number): Promise<void> {
    const box = await this.page.locator(".part.sidebar").boundingBox();
    if (box === null) throw new Error("The side bar is closed.");
    const [edge, middle] = [box.x + box.width + 2, box.y + box.height / 2];
    await this.page.mouse.move(edge, middle);
    await this.page.mouse.down();
    await this.page.mouse.move(edge + by, middle, { steps: 5 });
    await this.page.mouse.up();
    // The edge stays lit for as long as the pointer is on it, and a moment longer.
    await this.page.mouse.move(edge + 2 * by, middle);
    await this.page.locator(".monaco-sash.hover").waitFor({ state: "hidden" });
  }

  statusItem(id: string): StatusItem {
    return new StatusItem(this.page, id);
  }

  /** Shows an output channel and gives the text in it. */
  async output(channel: string): Promise<string> {
    const panel = this.page.locator(".part.panel");
    const choice = panel.getByRole("combobox", { name: "Switch Output" });
    if (!(await choice.isVisible()) || (await choice.inputValue()) !== channel) {
      await this.runCommand("Output: Show Output Channels...");
      await this.quickInput.pick(channel);
    }
    return await this.shownOutput();
  }

  /** The text of the output channel on screen. */
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

  /** Changes the colour theme by its name in the theme menu, such as "Dark High Contrast". */
  async useTheme(name: string): Promise<void> {
    await this.runCommand("Preferences: Color Theme");
    await this.quickInput.pick(name);
    await this.quickInput.waitUntilClosed();
  }

  /** The window as a PNG. */
  async picture(): Promise<Buffer> {
    return await this.page.screenshot();
  }

  /** Resolves when the window is gone. */
  async closed(): Promise<void> {
    if (!this.page.isClosed()) await this.page.waitForEvent("close", { timeout: 0 });
  }

  #tab(container: string): Locator {
    return this.page.locator(".part.activitybar").getByRole("tab", { name: container });
  }

  async #drawn(): Promise<void> {
    await this.page.locator('.statusbar-item[id="status.notifications"]').waitFor();
  }

  /** Text editors draw only what is on screen, so the text goes through the clipboard, whose content it replaces. */
  async #allText(editor: string): Promise<string> {
    // What is pressed inside a text may be a lens, and the middle of long lines is beyond the screen.
    await this.page.locator(`${editor} .native-edit-context, ${editor} textarea.inputarea`).first().focus();
    await this.page.keyboard.press("Control+A");
    await this.page.keyboard.press("Control+C");
    return await this.clipboard();
  }
}
