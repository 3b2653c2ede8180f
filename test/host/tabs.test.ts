import assert from "node:assert/strict";
import { test } from "node:test";
import { commands, TabInputCustom, TabInputText, TabInputWebview, ViewColumn, window } from "vscode";
import { showcaseThreads } from "../../src/localService/data/showcase.ts";
import { eventually } from "../editor/workbench/eventually.ts";
import { set } from "./installed.ts";

/** Waits until tabs of this kind, and no others, are in these columns. */
const inColumns = (...expected: readonly (readonly [string, ViewColumn])[]) =>
  eventually(() => {
    const shown = window.tabGroups.all.flatMap(({ tabs, viewColumn }) =>
      tabs.map(({ input }) => [kindOf(input), viewColumn] as const),
    );
    assert.deepEqual(shown, expected);
    assert.equal(kindOf(window.tabGroups.activeTabGroup.activeTab?.input), expected.at(-1)?.[0]);
  });

function kindOf(input: unknown): string {
  if (input instanceof TabInputCustom) return "conversation";
  if (input instanceof TabInputWebview) return "overview";
  return input instanceof TabInputText ? "document" : "other";
}

test("what is opened from a page appears beside it, and what is opened from a document in its place", async (t) => {
  const close = () => commands.executeCommand("workbench.action.closeAllEditors");
  t.after(async () => {
    await close();
    await set("defaultTimeRange", undefined);
    await commands.executeCommand("weaveThreads.signOut");
  });
  await set("defaultTimeRange", "all");
  await commands.executeCommand("weaveThreads.openSample");
  const { One, Two } = ViewColumn;
  const [first, second] = [showcaseThreads.refund, showcaseThreads.review];
  const openConversation = (threadId: string) => commands.executeCommand("weaveThreads.openConversation", { threadId });
  const openText = (threadId: string) => commands.executeCommand("weaveThreads.openTranscript", { threadId });

  await openConversation(first);
  await inColumns(["conversation", One]);
  await openText(first);
  await inColumns(["conversation", One], ["document", Two]);
  await openText(second);
  await inColumns(["conversation", One], ["document", Two]);
  await close();

  await commands.executeCommand("weaveThreads.openOverview");
  await inColumns(["overview", One]);
  await openConversation(first);
  await inColumns(["overview", One], ["conversation", Two]);
  await openConversation(second);
  await inColumns(["overview", One], ["conversation", Two]);
});
