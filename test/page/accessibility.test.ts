import assert from "node:assert/strict";
import { test } from "node:test";
import axe, { type AxeResults } from "axe-core";
import { openConversation } from "./browserPage.ts";
import type { EditorPage } from "./editorPage.ts";
import { openOverview, someThreads } from "./overviewPage.ts";
import { richCalls, richTurns } from "./richTurns.ts";
import { bodyClasses, type Theme } from "./themes.ts";

const themes = Object.keys(bodyClasses) as Theme[];

/** What axe-core finds in the page, each with the elements. */
async function violations(page: Pick<EditorPage<never, never>, "evaluate">): Promise<readonly string[]> {
  await page.evaluate(`${axe.source}; 0`);
  const results = await page.evaluate<AxeResults>("axe.run(document)");
  return results.violations.flatMap(({ id, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${id}: ${html}\n${failureSummary}`),
  );
}

for (const theme of themes) {
  test(`axe-core finds nothing in a conversation in the theme ${theme}`, async (t) => {
    const documents = new Map(richTurns.map(({ call, documents }) => [call.id, documents] as const));
    const page = await openConversation(t, {
      theme,
      height: 2000,
      editor: { documents: (id) => documents.get(id), calls: () => ({ kind: "shown", value: richCalls }) },
    });
    await page.show(richTurns.map(({ call }) => call));
    await page.turn(1).locator(".message").first().waitFor();
    assert.deepEqual(await violations(page), []);
  });

  test(`axe-core finds nothing in the overview in the theme ${theme}`, async (t) => {
    const page = await openOverview(t, { theme, height: 2000 });
    await page.show(someThreads(300));
    assert.deepEqual(await violations(page), []);
  });
}
