import { after, before, type TestContext } from "node:test";
import type { Browser } from "playwright-core";
import { launchBrowser } from "../editor/browser.ts";
import { interruption } from "../editor/interruption.ts";
import { ConversationPage, type EditorSide } from "./conversationPage.ts";
import { type PageServer, startPageServer } from "./pageServer.ts";
import type { Theme } from "./themes.ts";

export interface OpenOptions {
  readonly editor?: EditorSide;
  readonly theme?: Theme;
  readonly width?: number;
  readonly height?: number;
}

/** One browser for all tests of a file; each gets a page with nothing left from others. */
export function browserPage(): (test: TestContext, options?: OpenOptions) => Promise<ConversationPage> {
  let browser: Browser | undefined;
  let server: PageServer | undefined;
  before(async () => {
    server = await startPageServer();
    browser = await launchBrowser(interruption());
  });
  after(async () => {
    await browser?.close();
    await server?.[Symbol.asyncDispose]();
  });
  return async (test, { editor = {}, theme = "dark", width = 900, height = 700 } = {}) => {
    if (browser === undefined || server === undefined) throw new Error("the browser has not been started");
    const context = await browser.newContext({ viewport: { width, height }, locale: "en-US", timezoneId: "UTC" });
    test.after(() => context.close());
    return await ConversationPage.open(context, server, editor, theme);
  };
}
