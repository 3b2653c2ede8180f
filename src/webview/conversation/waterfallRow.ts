import * as l10n from "@vscode/l10n";
import { durationText, modelsText, usageTexts } from "../../core/conversation/drawing/turnText.ts";
import type { WaterfallRow } from "../../core/conversation/drawing/waterfall.ts";
import { type Call, type CallDocumentName, callDocumentNames, opName } from "../../core/query/call.ts";
import { visibleCut } from "../../core/text/visibleText.ts";
import { button, element } from "../shared/element.ts";
import { exceptionView } from "./contentView.ts";
import type { Surface } from "./conversationSurface.ts";
import { callMenu, statusMark } from "./turnHead.ts";

/** One call of a turn: its name at its depth in the tree, its status, and its bar. */
export function waterfallRow(
  surface: Surface,
  turn: Call,
  { call, depth, from, to, below, strayed }: WaterfallRow,
  { folded, detailed, marked, current }: Record<"folded" | "detailed" | "marked" | "current", boolean>,
): HTMLElement {
  const { formats } = surface;
  const name = visibleCut(call.displayName ?? opName(call.op));
  const bar = element("span", `bar ${call.status}`);
  Object.assign(bar.style, { left: share(from), width: share(to - from) });
  const twist = element("span", { class: "twist", "aria-hidden": "true" }, below > 0 && (folded ? "▸" : "▾"));
  const stray = strayed && element("span", { class: "note", title: l10n.t("Parent call not loaded.") }, " *");
  const label = element("span", { class: "row-name", title: name }, twist, name, stray);
  label.style.paddingInlineStart = `${Math.min(depth, 30)}em`;
  const line = element(
    "div",
    "row-line",
    label,
    statusMark(call.status),
    element("span", { class: "track", title: l10n.t("Started {0}", formats.dateTime(call.startedAt)) }, bar),
    element("span", "duration", durationText(call, surface.now(), formats)),
    element("span", { class: "usage", title: modelsText([call], formats) }, usageTexts([call], formats).join(" · ")),
  );
  const attributes = {
    role: "treeitem",
    tabindex: current ? "0" : "-1",
    "aria-level": String(depth + 1),
    "aria-expanded": below > 0 && String(!folded),
    "aria-current": marked && "true",
    "data-focus": call.id,
    "data-vscode-context": callMenu(call, turn, below === 0),
  };
  return element("div", attributes, line, surface.attempts.of(call.id), detailed && details(surface, call));
}

/** Buttons that open the documents of a call next to the conversation, and its op definition. */
function details(surface: Surface, { id: callId, op, exception }: Call): HTMLElement {
  const { post } = surface;
  const titles = {
    inputs: l10n.t("Inputs"),
    output: l10n.t("Output"),
    attributes: l10n.t("Attributes"),
    summary: l10n.t("Summary"),
    exception: l10n.t("Exception"),
  };
  const open = (document: CallDocumentName | "exception") =>
    button(titles[document], { "data-focus": `${callId}/${document}` }, () => post({ kind: "open", callId, document }));
  return element(
    "div",
    "row-details",
    callDocumentNames.map(open),
    exception !== null && open("exception"),
    button(l10n.t("Go to Op Definition"), {}, () => post({ kind: "code", op })),
    exception !== null && exceptionView(surface, callId, exception),
  );
}

const share = (part: number) => `${(part * 100).toFixed(4)}%`;
