import {
  commands,
  type Tab,
  TabInputCustom,
  TabInputText,
  TabInputTextDiff,
  TabInputWebview,
  type Uri,
  window,
} from "vscode";
import type { AddressParts } from "../../core/conversation/conversationAddress.ts";
import { conversationScheme, documentScheme, overviewViewType, reportScheme } from "../../vscode/page/tabs.ts";

/** A tab of this extension. */
export interface OwnTab {
  readonly tab: Tab;
  /** 2 with the focus, 1 if visible, else 0: when it was listed. */
  readonly rank: number;
  /** Of what it shows; two of a comparison, none of the overview and of a report. */
  readonly uris: readonly Uri[];
  /** What to open instead: null for nothing, undefined if it can stay. */
  readonly open: ((preserveFocus: boolean) => Thenable<unknown>) | null | undefined;
}

/**
 * The tabs of this extension. `changed` returns the address that a tab has after the switch, null for none. With
 * `withPages`, pages without a URI are opened again, too.
 */
export function ownTabs(
  changed: (parts: AddressParts) => AddressParts | null,
  { withPages }: { readonly withPages: boolean },
): readonly OwnTab[] {
  return window.tabGroups.all.flatMap(({ tabs }) => tabs.flatMap((tab) => ownTab(tab, changed, withPages) ?? []));
}

export async function closeTabs(tabs: readonly OwnTab[]): Promise<void> {
  await window.tabGroups.close(
    tabs.filter(({ open }) => open !== undefined).map(({ tab }) => tab),
    true,
  );
}

/** Opens the tabs in their order and places, those that were visible last, and the one with the focus at the end. */
export async function reopenTabs(tabs: readonly OwnTab[]): Promise<void> {
  for (const { rank, open } of [...tabs].sort((a, b) => a.rank - b.rank)) await open?.(rank < 2);
}

/** The documents that are Markdown. */
const previewed = / (?:conversation|messages of .+|turn .+)\.md$/;

function ownTab(
  tab: Tab,
  changed: (parts: AddressParts) => AddressParts | null,
  withPages: boolean,
): OwnTab | undefined {
  const { input, isPreview: preview, group } = tab;
  const { viewColumn } = group;
  const rank = tab.isActive ? (group.isActive ? 2 : 1) : 0;
  const changedUri = (uri: Uri) => {
    const parts = changed(uri);
    return parts === null ? uri : uri.with(parts);
  };
  const isOwn = ({ scheme }: Uri) => scheme === documentScheme || scheme === conversationScheme;
  // The rest is for display.
  const isSame = (uri: Uri) => changedUri(uri).query === uri.query;
  // Also the editors of others.
  if (input instanceof TabInputCustom && isOwn(input.uri)) {
    const { uri, viewType } = input;
    const open = (preserveFocus: boolean) =>
      commands.executeCommand("vscode.openWith", changedUri(uri), viewType, {
        ...{ viewColumn, preview, preserveFocus },
      });
    return { tab, rank, uris: [uri], open: isSame(uri) ? undefined : open };
  }
  if (input instanceof TabInputText && isOwn(input.uri)) {
    const { uri } = input;
    const open = (preserveFocus: boolean) =>
      commands.executeCommand("vscode.open", changedUri(uri), { viewColumn, preview, preserveFocus });
    return { tab, rank, uris: [uri], open: isSame(uri) ? undefined : open };
  }
  if (input instanceof TabInputTextDiff && [input.original, input.modified].some(isOwn)) {
    const uris = [input.original, input.modified];
    const open = (preserveFocus: boolean) => {
      const [left, right] = uris.map(changedUri);
      const title = [left, right].map((uri) => uri?.path.split("/").at(-2)).join(" ↔ ");
      return commands.executeCommand("vscode.diff", left, right, title, { viewColumn, preview, preserveFocus });
    };
    return { tab, rank, uris, open: uris.every(isSame) ? undefined : open };
  }
  // A report may name what is hidden now.
  if (input instanceof TabInputText && input.uri.scheme === reportScheme) return { tab, rank, uris: [], open: null };
  // A preview keeps the text of a document that is closed, and does not say of which.
  if (input instanceof TabInputWebview && input.viewType.endsWith("markdown.preview") && previewed.test(tab.label))
    return { tab, rank, uris: [], open: null };
  // VS Code prefixes the view type.
  if (withPages && input instanceof TabInputWebview && input.viewType.endsWith(overviewViewType))
    return { tab, rank, uris: [], open: () => commands.executeCommand("weaveThreads.openOverview") };
  return undefined;
}
