// First: later imports may need it.
import "./navigatorLanguage.ts";
import * as l10n from "@vscode/l10n";
import type { FromPage, ToPage } from "../../core/overview/protocol.ts";
import { OverviewPage } from "./overviewPage.ts";
import { createSurface, Memory } from "./surface.ts";

const api = acquireVsCodeApi<FromPage>();
const memory = new Memory(api);
let page: OverviewPage | undefined;

// Only the extension can send messages here, and it sends nothing else.
window.addEventListener("message", ({ data }: MessageEvent<ToPage>) => {
  if (data.kind === "start") {
    l10n.config({ contents: data.translations });
    page ??= new OverviewPage(createSurface(data.language, { memory, post: (message) => api.postMessage(message) }));
  } else page?.receive(data);
});

api.postMessage({ kind: "ready" });
