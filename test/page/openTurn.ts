import type { TestContext } from "node:test";
import type { TurnDocuments } from "../../src/core/conversation/page.ts";
import type { browserPage } from "./browserPage.ts";
import { type ConversationPage, turn } from "./conversationPage.ts";

/** A page with one turn, `turn(1)`, and what was said in it drawn. */
export async function openTurn(
  t: TestContext,
  open: ReturnType<typeof browserPage>,
  value: TurnDocuments,
): Promise<ConversationPage> {
  const page = await open(t, { editor: { documents: () => ({ kind: "shown", value }) } });
  await page.show([turn(1)]);
  await page.locator('article[aria-busy="false"]').waitFor();
  return page;
}
