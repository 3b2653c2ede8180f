import * as l10n from "@vscode/l10n";
import type { FromPage, ToPage } from "../../core/conversation/protocol.ts";
import { ConversationPage } from "./conversationPage.ts";
import { Memory } from "./memory.ts";
import { createSurface } from "./surface.ts";

const api = acquireVsCodeApi<FromPage>();
const memory = new Memory(api);
let page: ConversationPage | null = null;

window.addEventListener("message", ({ data }: MessageEvent<unknown>) => {
  if (!isToPage(data)) return;
  if (data.kind === "start") {
    l10n.config({ contents: data.translations });
    page ??= new ConversationPage((now) =>
      createSurface(data, { memory, now, post: (message) => api.postMessage(message) }),
    );
  } else page?.receive(data);
});

api.postMessage({ kind: "ready" });

/** Only the extension can send messages here, and it sends nothing else. */
function isToPage(data: unknown): data is ToPage {
  return typeof data === "object" && data !== null && "kind" in data;
}
