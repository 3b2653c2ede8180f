import { after, before, type TestContext } from "node:test";
import type { Browser, BrowserContext } from "playwright-core";
import { launchBrowser } from "../editor/browser.ts";
import { interruption } from "../editor/interruption.ts";
import { ConversationPage, type EditorSide } from "./conversationPage.ts";
import { type PageServer, startPageServer } from "./pageServer.ts";
import type { Theme } from "./themes.ts";

export interface WindowOptions {
  readonly theme?: Theme;
  readonly width?: number;
  readonly height?: number;
  /** Device pixels to a CSS pixel. */
  readonly density?: number;
  readonly timezone?: string;
}

export interface OpenOptions extends WindowOptions {
  readonly editor?: EditorSide;
}

/** One browser for all tests of a file; each gets a window with nothing left from others. */
export function browserWindow(): (
  test: TestContext,
  options: WindowOptions,
) => Promise<{ readonly context: BrowserContext; readonly server: PageServer }> {
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
  return async (test, { width = 900, height = 700, density = 1, timezone = "UTC" }) => {
    if (browser === undefined || server === undefined) throw new Error("the browser has not been started");
    const viewport = { width, height };
    const context = await browser.newContext({
      viewport,
      locale: "en-US",
      timezoneId: timezone,
      deviceScaleFactor: density,
    });
    test.after(() => context.close());
    return { context, server };
  };
}

/** Opens conversation pages. */
export function browserPage(): (test: TestContext, options?: OpenOptions) => Promise<ConversationPage> {
  const open = browserWindow();
  return async (test, { editor = {}, theme = "dark", ...window } = {}) => {
    const { context, server } = await open(test, window);
    return await ConversationPage.open(context, server, editor, theme);
  };
}
