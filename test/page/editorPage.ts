import assert from "node:assert/strict";
import type { Frame, Locator, Page } from "playwright-core";
import type { PageName } from "../../src/host/pageDocument.ts";
import { eventually } from "../editor/workbench/eventually.ts";
import { type PageServer, pageNames } from "./pageServer.ts";
import type { Theme } from "./themes.ts";

/** Stands in for VS Code in the page: hands on messages, and keeps the state in what lasts over a reload. */
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

interface Message {
  readonly kind: string;
}

/** One of the pages in a real browser, with this side as its editor. */
export abstract class EditorPage<FromPage extends Message, ToPage extends Message> {
  readonly page: Page;
  readonly #server: PageServer;
  readonly #sent: FromPage[] = [];
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

  /** What the page has sent, of one kind. */
  sent<Kind extends FromPage["kind"]>(kind: Kind): readonly Extract<FromPage, { kind: Kind }>[] {
    return this.#sent.filter((message): message is Extract<FromPage, { kind: Kind }> => message.kind === kind);
  }

  async send(message: ToPage): Promise<void> {
    // As JSON in a text: an object literal with a member `__proto__` is another object.
    await this.frame.evaluate(`window.postMessage(JSON.parse(${JSON.stringify(JSON.stringify(message))}))`);
  }

  /** Loads the page anew, as when its tab is hidden and shown; the editor tells it everything again. */
  async reload(): Promise<void> {
    const before = this.sent("ready").length;
    await this.frame.evaluate("location.reload()");
    await this.#isReady(before + 1);
  }

  locator(selector: string): Locator {
    return this.frame.locator(selector);
  }

  /** Gives the page what is typed from now on. */
  async focus(): Promise<void> {
    await this.page.locator("iframe").focus();
  }

  async evaluate<T>(script: string): Promise<T> {
    return await this.frame.evaluate<T>(script);
  }

  /** Nothing was asked of any network, broke the policy, or threw. */
  async isQuiet(): Promise<void> {
    assert.deepEqual(this.#strayRequests, []);
    assert.deepEqual(await this.frame.evaluate("violations"), []);
  }

  /** Opens the page; it has had `start`, and no state. */
  protected async open(theme: Theme, name: PageName): Promise<void> {
    const known = ["/page", "/window", "/theme.css", ...pageNames.flatMap((one) => [`/${one}.css`, `/${one}.js`])];
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

  /** Tells the page its language. */
  protected abstract start(): Promise<void>;

  /** Answers what the page says. */
  protected abstract hear(message: FromPage): Promise<void>;

  async #isReady(times: number): Promise<void> {
    await eventually(() => assert.equal(this.sent<FromPage["kind"]>("ready").length, times));
    await this.start();
  }
}
