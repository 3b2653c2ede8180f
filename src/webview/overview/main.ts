// First: later imports may need it.
import "./navigatorLanguage.ts";
import * as l10n from "@vscode/l10n";
import type { FromOverview, ToOverview } from "../../core/overview/overviewProtocol.ts";
import { createChartTexts } from "../../core/overview/ticks.ts";
import { byMessage } from "../../core/text/messageHash.ts";
import { onEditorMessage } from "../shared/editor.ts";
import { OverviewPage } from "./overviewPage.ts";
import { OverviewMemory } from "./overviewSurface.ts";

const api = acquireVsCodeApi<FromOverview>();
const memory = new OverviewMemory(api);
let page: OverviewPage | undefined;

onEditorMessage((message: ToOverview) => {
  if (message.kind === "start") {
    l10n.config({ contents: byMessage(message.translations) });
    page ??= new OverviewPage({ ...createChartTexts(message.language), memory, post: (sent) => api.postMessage(sent) });
  } else page?.receive(message);
});

api.postMessage({ kind: "ready" });
