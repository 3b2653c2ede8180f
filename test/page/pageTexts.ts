import type { ConversationPage } from "./conversationPage.ts";

/** The texts of the elements that match a selector, each on one line. */
export async function pageTexts(page: ConversationPage, selector: string): Promise<readonly string[]> {
  const found = await page.locator(selector).allInnerTexts();
  return found.map((text) => text.replace(/\s+/g, " ").trim());
}
