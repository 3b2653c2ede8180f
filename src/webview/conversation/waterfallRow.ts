import * as l10n from "@vscode/l10n";
import { type Call, callDocumentNames } from "../../core/calls/call.ts";
import { opName } from "../../core/calls/opName.ts";
import { exceptionText } from "../../core/conversation/drawing/exceptionText.ts";
import { durationText, modelsText, usageTexts } from "../../core/conversation/drawing/turnText.ts";
import type { WaterfallRow } from "../../core/conversation/drawing/waterfall.ts";
import { endCut, visibleCut, visibleLines } from "../../core/text/visibleText.ts";
import { button, element } from "../shared/element.ts";
import { statusMark } from "./statusMark.ts";
import type { Surface } from "./surface.ts";

/** One call of a turn: its name at its depth in the tree, its status, and its bar. */
export function waterfallRow(
  surface: Surface,
  turn: Call,
  { call, depth, from, to, hasChildren, strayed }: WaterfallRow,
  { folded, detailed, marked }: Record<"folded" | "detailed" | "marked", boolean>,
): HTMLElement {
  const { formats } = surface;
  const name = visibleCut(call.displayName ?? opName(call.op));
  const bar = element("span", { class: `bar ${call.status}` });
  bar.style.left = share(from);
  bar.style.width = share(to - from);
  const stray = strayed ? [element("span", { class: "note", title: l10n.t("Parent call not loaded.") }, " *")] : [];
  const label = element("span", { class: "row-name", title: name }, twist(hasChildren, folded), name, ...stray);
  label.style.paddingInlineStart = `${Math.min(depth, 30)}em`;
  const usage = usageTexts([call], formats);
  const line = element(
    "div",
    { class: "row-line" },
    label,
    statusMark(call.status),
    element("span", { class: "track", title: l10n.t("Started {0}", formats.dateTime(call.startedAt)) }, bar),
    element("span", { class: "duration" }, durationText(call, surface.now(), formats)),
    element("span", { class: "usage", title: modelsText(call, formats) }, usage.join(" · ")),
  );
  return element(
    "div",
    {
      role: "treeitem",
      "aria-level": String(depth + 1),
      ...(hasChildren ? { "aria-expanded": String(!folded) } : {}),
      ...(marked ? { "aria-current": "true" } : {}),
      "data-focus": call.id,
      "data-vscode-context": callMenu(call, turn),
    },
    line,
    ...(detailed ? [details(surface, call)] : []),
  );
}

function twist(hasChildren: boolean, folded: boolean): HTMLElement {
  return element("span", { class: "twist", "aria-hidden": "true" }, hasChildren ? (folded ? "▸" : "▾") : "");
}

/** Buttons that open the documents of a call next to the conversation, and its op definition. */
function details(surface: Surface, call: Call): HTMLElement {
  const { post } = surface;
  const callId = call.id;
  const titles = {
    inputs: l10n.t("Inputs"),
    output: l10n.t("Output"),
    attributes: l10n.t("Attributes"),
    summary: l10n.t("Summary"),
  };
  const documents = callDocumentNames.map((document) =>
    button(titles[document], { "data-focus": `${callId}/${document}` }, () => post({ kind: "open", callId, document })),
  );
  const { exception } = call;
  const openException = () => post({ kind: "open", callId, document: "exception" });
  const code = button(l10n.t("Go to Op Definition"), {}, () => post({ kind: "code", op: call.op }));
  return element(
    "div",
    { class: "row-details" },
    ...(exception === null ? [] : [element("p", { class: "failed" }, `✕ ${headline(exception)}`)]),
    ...documents,
    ...(exception === null ? [] : [button(l10n.t("Exception"), {}, openException)]),
    code,
  );
}

const longestHeadline = 300;

/** The document contains all of it. */
function headline(exception: string): string {
  const { headline: line } = exceptionText(exception);
  return endCut(visibleLines(line.slice(0, 4 * longestHeadline)), longestHeadline);
}

function callMenu({ id, op, threadId }: Call, turn: Call): string {
  return JSON.stringify({
    ...{ weaveKind: "call", weaveCall: id, weaveTurn: turn.id, weaveThread: turn.threadId ?? threadId, weaveOp: op },
    preventDefaultContextMenuItems: true,
  });
}

const share = (part: number) => `${(part * 100).toFixed(4)}%`;
