import * as l10n from "@vscode/l10n";
import { type Disposable, env, type LogOutputChannel, Uri, type WebviewPanel } from "vscode";
import { isFailureAction } from "../../core/failures/action.ts";
import { takeAction } from "../ui/faultNotice.ts";
import { type PageName, pageDocument } from "./pageDocument.ts";

export interface PageTab<Message> {
  readonly page: PageName;
  readonly extensionUri: Uri;
  readonly log: LogOutputChannel;
  /** Undefined for anything but a message of the page. */
  readonly read: (message: unknown) => Message | undefined;
  readonly receive: (message: Message) => void;
  /** The tab was shown or hidden. */
  readonly visibilityChanged: () => void;
  /** Disposed when the tab is closed. */
  readonly content: Disposable;
}

/** Loads a page into a tab: a new one, or one that VS Code has restored. */
export function fillTab<Message>(panel: WebviewPanel, tab: PageTab<Message>): void {
  const { page, extensionUri, log } = tab;
  const { webview } = panel;
  const subscriptions = [
    panel.onDidChangeViewState(() => tab.visibilityChanged()),
    webview.onDidReceiveMessage((message: unknown) => {
      const read = tab.read(message);
      if (read === undefined) log.warn(`Ignored an invalid message from the ${page} page.`);
      else tab.receive(read);
    }),
    tab.content,
  ];
  panel.onDidDispose(() => {
    for (const subscription of subscriptions) subscription.dispose();
  });
  const icon = (file: string) => Uri.joinPath(extensionUri, "media", file);
  panel.iconPath = { light: icon("threads-light.svg"), dark: icon("threads.svg") };
  // The folder of the pages' scripts and style sheets.
  const folder = Uri.joinPath(extensionUri, "dist");
  webview.options = { enableScripts: true, localResourceRoots: [folder] };
  webview.html = pageDocument({
    page,
    title: page === "overview" ? l10n.t("Threads Overview") : l10n.t("Conversation"),
    language: env.language,
    source: webview.cspSource,
    address: (file) => String(webview.asWebviewUri(Uri.joinPath(folder, file))),
  });
}

/** Runs the action that a page names; ignores unknown names. */
export async function helpBy(action: string, retry: () => Promise<unknown>): Promise<void> {
  if (isFailureAction(action)) await takeAction(action, { retry });
}
