import type { FrameLocator, Page } from "playwright-core";

/**
 * The page of the visible webview tab, or of the first of two side by side. Its locators wait for the tab. VS Code
 * nests the extension's page in two frames: an outer one per webview, hidden with its tab, and an inner one.
 */
export function webviewPage(window: Page): FrameLocator {
  return window
    .locator("iframe.webview.ready:visible")
    .first()
    .contentFrame()
    .locator("iframe#active-frame")
    .contentFrame();
}
