import * as l10n from "@vscode/l10n";
import { jsonPreview } from "../../core/conversation/drawing/jsonPreview.ts";
import { resultTitle } from "../../core/conversation/drawing/turnText.ts";
import type { MessagePart } from "../../core/conversation/messages/message.ts";
import type { Json } from "../../core/json.ts";
import { visibleLines, visibleText } from "../../core/text/visibleText.ts";
import { element } from "../shared/element.ts";
import { fold } from "./fold.ts";
import { jsonTree, type TreePlace } from "./jsonTree.ts";
import { longText } from "./longText.ts";
import type { Surface } from "./surface.ts";

type ToolCall = Extract<MessagePart, { kind: "toolCall" }>;
export type ToolResult = Extract<MessagePart, { kind: "toolResult" }>;

/** A tool call, collapsed: its name and the start of its arguments; inside, all arguments and results. */
export function toolCallView(
  surface: Surface,
  { name, arguments: given }: ToolCall,
  results: readonly ToolResult[],
  { key, source }: TreePlace,
): Node {
  const failed = results.some((result) => result.failed);
  const summary = [
    element("span", { class: "tool-name" }, l10n.t("Tool call {0}", visibleText(name))),
    " ",
    element("span", { class: "tool-preview" }, jsonPreview(given, 80)),
    ...(failed ? [" ", failureMark()] : []),
  ];
  return fold(surface.memory, { key, summary, className: "tool" }, () => [
    element("h4", {}, l10n.t("Arguments")),
    content(surface, given, { key: `${key}/arguments`, source }),
    ...results.flatMap((result, at) => [
      element("h4", {}, l10n.t("Result"), ...(result.failed ? [" ", failureMark()] : [])),
      content(surface, result.content, { key: `${key}/result${at}`, source }),
    ]),
  ]);
}

/** A result whose call is not shown. */
export function toolResultView(surface: Surface, { name, content: value, failed }: ToolResult, place: TreePlace): Node {
  const title = resultTitle(name);
  const summary = [
    element("span", { class: "tool-name" }, title),
    " ",
    element("span", { class: "tool-preview" }, jsonPreview(value, 80)),
    ...(failed ? [" ", failureMark()] : []),
  ];
  return fold(surface.memory, { key: place.key, summary, className: "tool" }, () => [
    content(surface, value, { ...place, key: `${place.key}/content` }),
  ]);
}

function failureMark(): HTMLElement {
  return element("span", { class: "failed" }, `✕ ${l10n.t("Failed")}`);
}

function content(surface: Surface, value: Json, place: TreePlace): Node {
  if (typeof value !== "string") return jsonTree(surface, value, place);
  return longText(surface, { text: value, ...place }, (text) =>
    element("div", { class: "plain", dir: "auto" }, visibleLines(text)),
  );
}
