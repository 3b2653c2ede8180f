import type { FrameLocator, Page } from "playwright-core";

/**
 * Everything in the page of the tab on screen, of two that are beside each other the first, by locators that wait for it.
 * It is two frames deep: VS Code draws every webview in a frame of its own above the editors, hidden with its tab, and
 * has the extension's page in another one in that.
 */
export function webviewPage(window: Page): FrameLocator {
  return window
    .locator("iframe.webview.ready:visible")
    .first()
    .contentFrame()
    .locator("iframe#active-frame")
    .contentFrame();
}
