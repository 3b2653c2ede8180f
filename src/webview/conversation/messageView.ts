import * as l10n from "@vscode/l10n";
import { jsonPreview } from "../../core/conversation/drawing/jsonPreview.ts";
import {
  compactionText,
  mediaText,
  resultTitle,
  roleText,
  speakerText,
} from "../../core/conversation/drawing/turnText.ts";
import { fileArguments } from "../../core/conversation/fileArguments.ts";
import { messageBody } from "../../core/conversation/transcript/messageMarkdown.ts";
import { asTheyAre } from "../../core/conversation/transcript/transcript.ts";
import {
  type AgentPart,
  type Message,
  type MessagePart,
  message,
  type ToolCallPart,
  type ToolResultPart,
} from "../../core/messages/message.ts";
import { resultsOfCalls } from "../../core/messages/toolPairs.ts";
import type { Json } from "../../core/text/json.ts";
import { visibleLines, visibleText } from "../../core/text/visibleText.ts";
import { button, type Child, element } from "../shared/element.ts";
import type { Surface } from "./conversationSurface.ts";
import { markdownCopy } from "./copyButton.ts";
import { fold } from "./fold.ts";
import { jsonTree, type TreePlace } from "./jsonTree.ts";
import { longText } from "./longText.ts";
import { markdown } from "./markdown.ts";

/** Messages in order. A tool result is drawn with its call, if that is among them. */
export function messageViews(
  surface: Surface,
  messages: readonly Message[],
  { key, source }: TreePlace,
): readonly Node[] {
  const results = resultsOfCalls(messages);
  const joined = new Set<MessagePart>([...results.values()].flat());
  let before = "";
  return messages.flatMap((message, at) => {
    const parts = message.parts.map((part, index) => ({ part, key: `${key}/${at}/${index}` }));
    const shown = parts.filter(({ part }) => !joined.has(part));
    if (shown.length === 0 && parts.length > 0) return [];
    const drawn = shown.map(({ part, key: place }) => partView(surface, part, results, { key: place, source }));
    const speaker = speakerText(message, surface.formats);
    // Some programs send one utterance as a message for each part.
    const goesOn = speaker === before && message.role !== "user";
    before = speaker;
    const known = roleText(message.role) === undefined ? "" : message.role;
    return element(
      "section",
      `message ${known}${goesOn ? " more-said" : ""}`,
      !goesOn && element("h3", { dir: "auto" }, speaker),
      parts.length === 0 && element("p", "note", l10n.t("Empty message")),
      drawn,
      markdownCopy(surface, `${key}/${at}`, () => messageBody(message, asTheyAre)),
    );
  });
}

function partView(
  surface: Surface,
  part: MessagePart,
  results: ReturnType<typeof resultsOfCalls>,
  place: TreePlace,
): Node {
  switch (part.kind) {
    case "text":
      return markdownText(surface, part.text, place);
    case "refusal":
      return element(
        "div",
        "refusal",
        element("h4", {}, `✕ ${l10n.t("Refusal")}`),
        markdownText(surface, part.text, place),
      );
    case "thinking":
      if (part.text === "") return element("p", "note", l10n.t("Thinking (redacted)"));
      return fold(surface, { key: place.key, summary: l10n.t("Thinking"), className: "thinking" }, () =>
        markdownText(surface, part.text, place),
      );
    case "toolCall":
      return toolCallView(surface, part, results.get(part) ?? [], place);
    case "toolResult":
      return toolFold(
        surface,
        { title: resultTitle(part.name), preview: resultPreview(part), failed: part.failed },
        place,
        () => resultView(surface, part, { ...place, key: `${place.key}/content` }),
      );
    case "agent":
      return agentView(surface, part, place);
    case "compaction": {
      const summary = compactionText(part);
      if (part.summary === "") return element("p", "note", summary);
      return fold(surface, { key: place.key, summary, className: "thinking" }, () =>
        markdownText(surface, part.summary, place),
      );
    }
    case "injected":
      return fold(surface, { key: place.key, summary: l10n.t("Added by the program"), className: "thinking" }, () =>
        toolContent(surface, part.text, place),
      );
    case "media":
      return element("p", { class: "media", dir: "auto" }, mediaText(part, surface.formats));
    case "json":
      return jsonTree(surface, part.value, place);
    default:
      return part satisfies never;
  }
}

/** A sub-agent, collapsed: its name; inside, what it was given, said and did. */
function agentView(surface: Surface, { name, failed, parts }: AgentPart, place: TreePlace): Node {
  const title = l10n.t("Sub-agent {0}", visibleText(name));
  return toolFold(surface, { title, failed }, place, () =>
    messageViews(surface, [message("assistant", parts)], { ...place, key: `${place.key}/inside` }),
  );
}

function markdownText(surface: Surface, text: string, place: TreePlace): Node {
  return longText(surface, { text, markdown: true, ...place }, (shown) => markdown(surface, shown));
}

/** A tool call, collapsed: its name and the start of its arguments; inside, all arguments and results. */
function toolCallView(
  surface: Surface,
  part: ToolCallPart,
  results: readonly ToolResultPart[],
  place: TreePlace,
): Node {
  const { name, arguments: given } = part;
  const failed = results.some((result) => result.failed);
  const title = l10n.t("Tool call {0}", visibleText(name));
  const content = (value: Json, part: string) => toolContent(surface, value, { ...place, key: `${place.key}/${part}` });
  return toolFold(surface, { title, preview: given, failed }, place, () => [
    fileView(surface, part),
    element("h4", {}, l10n.t("Arguments")),
    content(given, "arguments"),
    results.map((result, at) => [
      element("h4", {}, l10n.t("Result"), failureMark(result.failed)),
      resultView(surface, result, { ...place, key: `${place.key}/result${at}` }),
    ]),
  ]);
}

/** The file of a tool call, and what it replaced there. */
function fileView(surface: Surface, { callId, arguments: given }: ToolCallPart): Child {
  const file = fileArguments(given);
  if (file === null) return false;
  const { path, edit } = file;
  const open = () => callId !== undefined && surface.post({ kind: "diff", callId, path });
  const diff = edit !== null && callId !== undefined && [" ", button(l10n.t("Open Diff"), { class: "link" }, open)];
  return element("p", "tool-file", surface.sources.file(path), diff);
}

/** A result of several parts, media included, or of one value. */
function resultView(surface: Surface, { content, parts }: ToolResultPart, place: TreePlace): readonly Node[] {
  const views = parts.map((part, at) => partView(surface, part, new Map(), { ...place, key: `${place.key}/${at}` }));
  return parts.length > 0 && content === null ? views : [...views, toolContent(surface, content, place)];
}

function resultPreview({ content, parts }: ToolResultPart): Json {
  const texts = parts.flatMap((part) => (part.kind === "text" ? [part.text] : []));
  return content ?? (texts[0] === undefined ? null : texts.join(" "));
}

function toolFold(
  surface: Surface,
  { title, preview, failed }: { readonly title: string; readonly preview?: Json; readonly failed: boolean },
  { key }: TreePlace,
  build: () => Child,
): Node {
  const shown = preview !== undefined && [" ", element("span", "tool-preview", jsonPreview(preview, 80))];
  const summary = [element("span", "tool-name", title), shown, failureMark(failed)];
  return fold(surface, { key, summary, className: "tool" }, build);
}

export function failureMark(failed: boolean): Child {
  return failed && [" ", element("span", "failed", `✕ ${l10n.t("Failed")}`)];
}

export function toolContent(surface: Surface, value: Json, place: TreePlace): Node {
  if (typeof value !== "string") return jsonTree(surface, value, place);
  return longText(surface, { text: value, ...place }, (text) =>
    element("div", { class: "plain", dir: "auto" }, visibleLines(text)),
  );
}
