import * as l10n from "@vscode/l10n";
import type { FromPage, ToPage } from "../../core/conversation/protocol.ts";
import { createFormats } from "../../core/text/format.ts";
import { ConversationPage } from "./conversationPage.ts";
import { Memory } from "./surface.ts";

const api = acquireVsCodeApi<FromPage>();
const memory = new Memory(api);
let page: ConversationPage | undefined;

// Only the extension can send messages here, and it sends nothing else.
window.addEventListener("message", ({ data }: MessageEvent<ToPage>) => {
  if (data.kind === "start") {
    l10n.config({ contents: data.translations });
    const formats = createFormats(data.language);
    page ??= new ConversationPage({ formats, memory, post: (message) => api.postMessage(message) });
  } else page?.receive(data);
});

api.postMessage({ kind: "ready" });
