import { type CustomDocument, type Disposable, env, type Uri, type WebviewPanel } from "vscode";
import type { Call } from "../../core/calls/call.ts";
import { readAddress } from "../../core/conversation/conversationAddress.ts";
import type { ToPage } from "../../core/conversation/page.ts";
import { pageFolder, pageHtml } from "./pageHtml.ts";
import type { ConversationParts } from "./register.ts";

export class ConversationTabs implements Disposable {
  readonly #parts: ConversationParts;

  constructor(parts: ConversationParts) {
    this.#parts = parts;
  }

  open(uri: Uri): CustomDocument {
    return { uri, dispose: () => undefined };
  }

  async show(uri: Uri, panel: WebviewPanel): Promise<void> {
    const { extensionUri } = this.#parts.context;
    const { webview } = panel;
    webview.options = { enableScripts: true, localResourceRoots: [pageFolder(extensionUri)] };
    webview.onDidReceiveMessage(async () => {
      const address = readAddress(uri.query);
      const target = this.#parts.target();
      if (address === null || target === null) return;
      const turns: Call[] = [];
      const query = { project: target.project, filter: { threadIds: [address.threadId] }, turnsOnly: true };
      for await (const batch of target.service.queryCalls(query, new AbortController().signal)) turns.push(...batch);
      const { threadId: thread, project } = address;
      const state = { thread, project, turns, now: Date.now(), progress: "complete", notice: null } as const;
      await webview.postMessage({ kind: "state", state } satisfies ToPage);
    });
    webview.html = pageHtml(webview, extensionUri, env.language);
  }

  reveal(_uri: Uri, _turnId: string): boolean {
    return false;
  }

  dispose(): boolean {
    return false;
  }
}
