import type { TestContext } from "node:test";
import type { TurnDocuments } from "../../src/core/conversation/protocol.ts";
import { openConversation, type WindowOptions } from "./browserPage.ts";
import { type ConversationPage, turn } from "./conversationPage.ts";

/** Opens a page with one rendered turn, `turn(1)`, that has these documents. */
export async function openTurn(
  t: TestContext,
  value: TurnDocuments,
  options: WindowOptions = {},
): Promise<ConversationPage> {
  const page = await openConversation(t, { ...options, editor: { documents: () => ({ kind: "shown", value }) } });
  await page.show([turn(1)]);
  await page.locator('article[aria-busy="false"]').waitFor();
  return page;
}
