import * as l10n from "@vscode/l10n";
import { mediaText, roleText, speakerText } from "../../core/conversation/drawing/turnText.ts";
import type { Message, MessagePart } from "../../core/conversation/messages/message.ts";
import type { Json } from "../../core/json.ts";
import { element } from "../shared/element.ts";
import { fold } from "./fold.ts";
import { jsonTree, type TreePlace } from "./jsonTree.ts";
import { longMarkdown } from "./longMarkdown.ts";
import { longText } from "./longText.ts";
import type { Surface } from "./surface.ts";
import { type ToolResult, toolCallView, toolResultView } from "./toolView.ts";

/** Messages in order. A tool result is drawn with its call, if that is among them. */
export function messageViews(
  surface: Surface,
  messages: readonly Message[],
  { key, source }: TreePlace,
): readonly Node[] {
  const called = new Set(messages.flatMap(({ parts }) => parts.flatMap((part) => callId(part) ?? [])));
  const results = new Map<string, ToolResult[]>();
  for (const part of messages.flatMap(({ parts }) => parts)) {
    if (part.kind !== "toolResult" || part.id === null || !called.has(part.id)) continue;
    results.set(part.id, [...(results.get(part.id) ?? []), part]);
  }
  const isBeside = (part: MessagePart) => part.kind === "toolResult" && part.id !== null && results.has(part.id);
  let before = "";
  return messages.flatMap((message, at) => {
    const parts = message.parts.map((part, index) => ({ part, key: `${key}/${at}/${index}` }));
    const shown = parts.filter(({ part }) => !isBeside(part));
    if (shown.length === 0 && parts.length > 0 && message.rest === null) return [];
    const drawn = shown.map(({ part, key: place }) => partView(surface, part, results, { key: place, source }));
    const rest = message.rest === null ? [] : [restView(surface, message.rest, { key: `${key}/${at}/rest`, source })];
    const speaker = speakerText(message, surface.formats);
    // Some programs send one utterance as a message for each part.
    const goesOn = speaker === before && message.role !== "user";
    before = speaker;
    return [messageView(message, { speaker: goesOn ? null : speaker, drawn, rest })];
  });
}

function messageView(
  { role, parts }: Message,
  { speaker, drawn, rest }: { readonly speaker: string | null } & Readonly<Record<"drawn" | "rest", readonly Node[]>>,
): HTMLElement {
  const known = roleText(role) === undefined ? "" : role;
  return element(
    "section",
    { class: `message ${known}${speaker === null ? " more-said" : ""}` },
    ...(speaker === null
      ? rest
      : [element("div", { class: "message-head" }, element("h3", { dir: "auto" }, speaker), ...rest)]),
    ...(parts.length === 0 ? [element("p", { class: "note" }, l10n.t("Empty message"))] : []),
    ...drawn,
  );
}

function restView(surface: Surface, value: Json, place: TreePlace): Node {
  return fold(surface.memory, { key: place.key, summary: [l10n.t("Other fields")], className: "rest" }, () => [
    jsonTree(surface, value, place),
  ]);
}

function partView(
  surface: Surface,
  part: MessagePart,
  results: ReadonlyMap<string, readonly ToolResult[]>,
  place: TreePlace,
): Node {
  switch (part.kind) {
    case "text":
      return markdownText(surface, part.text, place);
    case "refusal":
      return element(
        "div",
        { class: "refusal" },
        element("h4", {}, `✕ ${l10n.t("Refusal")}`),
        markdownText(surface, part.text, place),
      );
    case "thinking":
      return fold(surface.memory, { key: place.key, summary: [l10n.t("Thinking")], className: "thinking" }, () => [
        markdownText(surface, part.text, place),
      ]);
    case "toolCall":
      return toolCallView(surface, part, (part.id !== null && results.get(part.id)) || [], place);
    case "toolResult":
      return toolResultView(surface, part, place);
    case "media":
      return element("p", { class: "media", dir: "auto" }, mediaText(part, surface.formats));
    case "json":
      return jsonTree(surface, part.value, place);
    default:
      return part satisfies never;
  }
}

function markdownText(surface: Surface, text: string, place: TreePlace): Node {
  return longText(surface, { text, markdown: true, ...place }, (shown) => longMarkdown(surface, shown));
}

function callId(part: MessagePart): string | null {
  return part.kind === "toolCall" ? part.id : null;
}
