import { after, type TestContext } from "node:test";
import type { Browser, BrowserContext } from "playwright-core";
import { launchBrowser } from "../editor/browser.ts";
import { interruption } from "../editor/interruption.ts";
import { ConversationPage, type EditorSide } from "./conversationPage.ts";
import type { Display } from "./editorPage.ts";
import { type PageServer, startPageServer } from "./pageServer.ts";
import type { Theme } from "./themes.ts";

export interface WindowOptions {
  readonly theme?: Theme;
  readonly width?: number;
  readonly height?: number;
  /** Device pixels per CSS pixel. */
  readonly density?: number;
  readonly timezone?: string;
  readonly display?: Display;
}

export interface OpenOptions extends WindowOptions {
  readonly editor?: EditorSide;
}

/** What the test files of a process share. */
let shared: Promise<{ readonly browser: Browser; readonly server: PageServer }> | undefined;

after(async () => {
  const { browser, server } = (await shared) ?? {};
  await browser?.close();
  await server?.[Symbol.asyncDispose]();
});

async function start(): Promise<{ readonly browser: Browser; readonly server: PageServer }> {
  const [browser, server] = await Promise.all([launchBrowser(interruption()), startPageServer()]);
  return { browser, server };
}

/** A browser context of its own for a test, and the server of the pages. */
export async function openWindow(
  test: TestContext,
  { width = 900, height = 700, density = 1, timezone = "UTC" }: WindowOptions,
): Promise<{ readonly context: BrowserContext; readonly server: PageServer }> {
  shared ??= start();
  const { browser, server } = await shared;
  const viewport = { width, height };
  const context = await browser.newContext({
    viewport,
    locale: "en-US",
    timezoneId: timezone,
    deviceScaleFactor: density,
  });
  test.after(() => context.close());
  return { context, server };
}

/** Opens a conversation page. */
export async function openConversation(
  test: TestContext,
  { editor = {}, theme = "dark", display, ...window }: OpenOptions = {},
): Promise<ConversationPage> {
  const { context, server } = await openWindow(test, window);
  return await ConversationPage.open(context, server, editor, theme, display);
}
