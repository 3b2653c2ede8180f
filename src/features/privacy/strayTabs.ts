import { type Tab, TabInputText, TabInputWebview, window } from "vscode";
import { readQuery } from "../../core/conversation/conversationAddress.ts";
import type { Mask } from "../../core/privacy/mask.ts";
import { isPseudonym } from "../../core/privacy/pseudonyms.ts";
import { allTabs, isOverviewTab, isOwnTab, reportScheme, tabUris } from "../../vscode/page/tabs.ts";

/** Closes this extension's tabs whose address is of the other mode; with `mask`, privacy mode is on. */
export async function closeStrayTabs(mask: Mask | null): Promise<void> {
  await close((tab) => isStray(tab, mask));
}

/** Closes also those that show what is hidden now without naming it in their address; with `withOverview`, the overview. */
export async function closeForSwitch(mask: Mask | null, withOverview: boolean): Promise<void> {
  await close((tab) => isStray(tab, mask) || (withOverview && isOverviewTab(tab)) || (mask !== null && isReport(tab)));
}

export function hasOverview(): boolean {
  return allTabs().some(isOverviewTab);
}

async function close(isClosed: (tab: Tab) => boolean): Promise<void> {
  const tabs = allTabs().filter(isClosed);
  if (tabs.length > 0) await window.tabGroups.close(tabs, true);
}

function isStray(tab: Tab, mask: Mask | null): boolean {
  if (!isOwnTab(tab)) return false;
  return tabUris(tab).some(({ query }) => {
    const project = readQuery(query)?.place.project;
    if (project === undefined) return false;
    return mask === null ? isPseudonym(project) : mask.revealProject(project) === project;
  });
}

/** The documents that are Markdown: a preview keeps the text of a document that is closed, and does not say of which. */
const previewed = / (?:conversation|messages of .+|turn .+)\.md$/;

function isReport({ input, label }: Tab): boolean {
  const isPreview = input instanceof TabInputWebview && input.viewType.endsWith("markdown.preview");
  return isPreview ? previewed.test(label) : input instanceof TabInputText && input.uri.scheme === reportScheme;
}
