import {
  type Disposable,
  type DocumentSelector,
  languages,
  Range,
  type TerminalLinkProvider,
  type Uri,
  window,
} from "vscode";
import type { CallConditions } from "../../core/counts/callCondition.ts";
import { mayHoldLinks, mayHoldWebLinks, mostSearched } from "../../core/query/mayHoldLinks.ts";
import type { WindowSession } from "../../core/session/windowSession.ts";
import { textIn } from "../../core/text/json.ts";
import { documentScheme } from "../../vscode/page/tabs.ts";
import { linkBaseOf } from "../../vscode/session/webSite.ts";
import { onSettingsChange } from "../../vscode/storage/settings.ts";
import { inBackground, isRefused, registerSessionCommands } from "../../vscode/ui/commands.ts";
import type { Feature, Parts } from "../app.ts";
import type { FoundTerminalLink } from "./foundLinks.ts";
import type { UseOfPage } from "./madeLinks.ts";

export type LinksParts = Parts<"app" | "sessions" | "privacy" | "context" | "log", "threads">;

/** Listed explicitly, these take precedence over the built-in links, which apply to all documents. */
const documents: DocumentSelector = [
  "file",
  "untitled",
  "vscode-notebook-cell",
  "vscode-vfs",
  "git",
  "output",
  documentScheme,
].map((scheme) => ({ scheme }));

/** Creating and opening links. Their code is loaded with the first link. */
export function registerLinks(parts: LinksParts): Feature<"copyCountLink" | "openLink"> {
  const { sessions, privacy, log } = parts;
  const made = () => import("./madeLinks.ts");
  const followed = () => import("./followedLinks.ts");
  const found = () => import("./foundLinks.ts");
  /** Links name what is hidden. */
  const isOff = () => isRefused("weaveThreads.openLink", privacy);
  const openLink = async (link: string) => {
    if (!isOff()) await (await followed()).openLink(link, parts);
  };
  const follow = async (uri: Uri) => (await followed()).followEditorLink(uri, parts);
  const copyCountLink = async (conditions: CallConditions) => (await made()).copyCountLink(conditions, parts);
  const page =
    (use: UseOfPage) =>
    async (...given: unknown[]) =>
      (await made()).usePage(given, use, parts);
  const base = () => (privacy.value === null ? linkBaseOf(sessions) : null);
  const terminals: TerminalLinkProvider<FoundTerminalLink> = {
    provideTerminalLinks: async ({ line }) =>
      mayHoldLinks(line, base()) ? (await found()).terminalLinks(line, base()) : [],
    handleTerminalLink: ({ link }) => inBackground(openLink(link), log),
  };
  const subscriptions: readonly Disposable[] = [
    window.registerUriHandler({
      handleUri: (uri) => {
        if (!isOff()) inBackground(follow(uri), log);
      },
    }),
    ...registeredPerBase(sessions, base, () =>
      languages.registerDocumentLinkProvider(documents, {
        provideDocumentLinks: async (document, token) => {
          // Only the beginning of large documents is searched.
          const text = document.getText(new Range(0, 0, mostSearched.lines, 0));
          return mayHoldLinks(text, base()) ? (await found()).documentLinks(document, text, base(), token) : [];
        },
      }),
    ),
    languages.registerHoverProvider(documents, {
      provideHover: async (document, position) => {
        const { text } = document.lineAt(position);
        const web = base();
        if (!mayHoldWebLinks(text, web)) return undefined;
        return (await found()).webHover(text, position, web);
      },
    }),
    window.registerTerminalLinkProvider(terminals),
    ...registerSessionCommands(parts, {
      "weaveThreads.openInBrowser": page("open"),
      "weaveThreads.copyLink": page("copy"),
      "weaveThreads.copyEditorLink": async (...given: unknown[]) => (await made()).copyThreadLink(given, parts),
      "weaveThreads.openThreadsInBrowser": async () => (await made()).openThreadsPage(parts),
      "weaveThreads.openLink": (given: unknown) => openLink(textIn(given, "link") ?? ""),
    }),
  ];
  return { copyCountLink, openLink, subscriptions };
}

/** Registers again when `base` changes: the editor then requests the links of open documents. */
function registeredPerBase(
  { onChange }: WindowSession,
  base: () => string | null,
  register: () => Disposable,
): Disposable[] {
  let [last, registered] = [base(), register()];
  const check = () => {
    if (base() === last) return;
    registered.dispose();
    [last, registered] = [base(), register()];
  };
  return [onChange(check), onSettingsChange(check), { dispose: () => registered.dispose() }];
}
