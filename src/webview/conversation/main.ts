import * as l10n from "@vscode/l10n";
import type { FromPage, ToPage } from "../../core/conversation/protocol.ts";
import { createFormats } from "../../core/text/format.ts";
import { byMessage } from "../../core/text/messageHash.ts";
import { onEditorMessage } from "../shared/editor.ts";
import { ConversationPage } from "./conversationPage.ts";
import { ConversationMemory } from "./conversationSurface.ts";

const api = acquireVsCodeApi<FromPage>();
const memory = new ConversationMemory(api);
let page: ConversationPage | undefined;

onEditorMessage((message: ToPage) => {
  if (message.kind === "start") {
    l10n.config({ contents: byMessage(message.translations) });
    const formats = createFormats(message.language);
    page ??= new ConversationPage({ formats, memory, post: (sent) => api.postMessage(sent) });
  } else page?.receive(message);
});

api.postMessage({ kind: "ready" });
