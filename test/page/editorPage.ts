import assert from "node:assert/strict";
import type { Frame, Locator, Page } from "playwright-core";
import { messageHash } from "../../src/core/text/messageHash.ts";
import type { PageName } from "../../src/vscode/page/pageDocument.ts";
import { eventually } from "../editor/workbench/eventually.ts";
import { builtFiles, type PageServer } from "./pageServer.ts";
import type { Theme } from "./themes.ts";

/** Replaces VS Code's webview API: forwards messages and keeps the state in session storage, which survives a reload. */
const editorApi = `(() => {
  if (location.pathname !== "/page") return;
  window.violations = [];
  addEventListener("securitypolicyviolation", ({ violatedDirective, blockedURI }) => violations.push(violatedDirective + " " + blockedURI));
  window.acquireVsCodeApi = () => {
    delete window.acquireVsCodeApi;
    return {
      postMessage: (message) => void hear(structuredClone(message)),
      getState: () => JSON.parse(sessionStorage.getItem("state") ?? "null") ?? undefined,
      setState: (state) => sessionStorage.setItem("state", JSON.stringify(state)),
    };
  };
})()`;

/** The display language of an editor, and its messages. */
export interface Display {
  readonly language: string;
  /** By their English texts. */
  readonly translations: Readonly<Record<string, string>>;
}

interface Message {
  readonly kind: string;
}

/** A page in a real browser; the test acts as its editor. */
export abstract class EditorPage<FromPage extends Message, ToPage extends Message> {
  readonly page: Page;
  readonly #server: PageServer;
  readonly #sent: FromPage[] = [];
  #display: Display = { language: "en", translations: {} };
  readonly #strayRequests: string[] = [];

  protected constructor(page: Page, server: PageServer) {
    this.page = page;
    this.#server = server;
  }

  get frame(): Frame {
    const frame = this.page.frames().find((one) => one.url().startsWith(`${this.#server.origin}/page`));
    assert.ok(frame, "the page is in its frame");
    return frame;
  }

  /** The messages of one kind that the page sent. */
  sent<Kind extends FromPage["kind"]>(kind: Kind): readonly Extract<FromPage, { kind: Kind }>[] {
    return this.#sent.filter((message): message is Extract<FromPage, { kind: Kind }> => message.kind === kind);
  }

  async send(message: ToPage): Promise<void> {
    await this.#post(message);
  }

  async #post(message: object): Promise<void> {
    // As JSON text: `__proto__` in an object literal would set the prototype.
    await this.frame.evaluate(`window.postMessage(JSON.parse(${JSON.stringify(JSON.stringify(message))}))`);
  }

  /** Reloads the page, as hiding and showing its tab does, and sends `start` again. */
  async reload(): Promise<void> {
    const before = this.sent("ready").length;
    await this.frame.evaluate("location.reload()");
    await this.#isReady(before + 1);
  }

  locator(selector: string): Locator {
    return this.frame.locator(selector);
  }

  /** Moves the keyboard focus into the page. */
  async focus(): Promise<void> {
    await this.page.locator("iframe").focus();
  }

  async evaluate<T>(script: string): Promise<T> {
    return await this.frame.evaluate<T>(script);
  }

  /** Asserts that the page made no external requests, violated no policy and threw no errors. */
  async isQuiet(): Promise<void> {
    assert.deepEqual(this.#strayRequests, []);
    assert.deepEqual(await this.frame.evaluate("violations"), []);
  }

  /** Opens the page and sends `start`, but no state. */
  protected async open(theme: Theme, name: PageName, display?: Display): Promise<void> {
    if (display !== undefined) this.#display = display;
    const known = ["/page", "/window", "/theme.css", ...builtFiles.map((one) => `/${one}`)];
    this.page.on("request", (request) => {
      if (!known.includes(new URL(request.url()).pathname)) this.#strayRequests.push(request.url());
    });
    this.page.on("pageerror", (error) => this.#strayRequests.push(`error: ${error.message}`));
    await this.page.exposeBinding("hear", async (_source, message: FromPage) => {
      this.#sent.push(message);
      await this.hear(message);
    });
    await this.page.addInitScript(editorApi);
    await this.page.goto(this.#server.address(theme, name));
    await this.#isReady(1);
  }

  /** Responds to a message from the page. */
  protected abstract hear(message: FromPage): Promise<void>;

  async #isReady(times: number): Promise<void> {
    await eventually(() => assert.equal(this.sent<FromPage["kind"]>("ready").length, times));
    const { language, translations: given } = this.#display;
    const translations = Object.fromEntries(Object.entries(given).map(([text, other]) => [messageHash(text), other]));
    await this.#post({ kind: "start", language, translations });
  }
}
