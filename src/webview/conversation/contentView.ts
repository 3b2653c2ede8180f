import * as l10n from "@vscode/l10n";
import { exceptionText } from "../../core/calls/exceptionText.ts";
import {
  earlierText,
  noContentText,
  notStoredText,
  restTitle,
  speakerText,
} from "../../core/conversation/drawing/turnText.ts";
import { spokenTurn } from "../../core/conversation/spokenTurn.ts";
import type { WholeTurn } from "../../core/conversation/transcript/transcript.ts";
import type { Message } from "../../core/messages/message.ts";
import type { Side } from "../../core/messages/messageFormat.ts";
import { isNotKept } from "../../core/query/call.ts";
import type { Json } from "../../core/text/json.ts";
import { visibleLines } from "../../core/text/visibleText.ts";
import { element } from "../shared/element.ts";
import type { Surface } from "./conversationSurface.ts";
import { fold } from "./fold.ts";
import { jsonTree, type TreePlace } from "./jsonTree.ts";
import { longText } from "./longText.ts";
import { messageViews } from "./messageView.ts";

export interface Content {
  /** Names of the tools whose calls are among the messages. */
  readonly tools: ReadonlySet<string>;
  /** From the earlier messages to the response, or why there is none. */
  readonly said: readonly Node[];
  /** Everything else, as one collapsed section. */
  readonly folded: readonly Node[];
  /** Whether the turn has no messages of its own. */
  readonly isSilent: boolean;
  /** IDs of its steps that would say what it said. */
  readonly missing: readonly string[];
}

/** A part that is not shown as text. */
interface Detail {
  readonly title: string;
  readonly value: Json;
  readonly place: TreePlace;
}

/** `between` is drawn between the input and the output; `detail` is among what is collapsed. */
export function contentView(
  surface: Surface,
  turn: WholeTurn,
  { between = [], detail = null }: { readonly between?: readonly Node[]; readonly detail?: Node | null } = {},
): Content {
  const { call, documents } = turn;
  const { id, status } = call;
  const { content, from, remainder, isSilent, missing } = spokenTurn(turn);
  const { history, input, inputRest, repeated, output, outputRest } = content;
  const said: Node[] = [];
  const details: Detail[] = [];
  const note = (text: string) => element("p", "note", text);
  const source = (document: Side) => ({ callId: from[document] ?? id, document });
  const draw = (
    document: Side,
    { earlier, messages, rest }: Record<"earlier" | "messages", readonly Message[]> & { readonly rest: Json | null },
    hasMessages: boolean,
  ) => {
    const place = (part: string): TreePlace => ({ key: `${id}/${part}`, source: source(document) });
    const [before, spoken] = document === "inputs" ? ["history", "input"] : ["repeated", "output"];
    said.push(...earlierView(surface, earlier, place(before)), ...messageViews(surface, messages, place(spoken)));
    if (isNotKept(documents[document])) said.push(note(notStoredText()));
    else if (rest !== null) {
      const [title, at] = [restTitle(document), place(`${document}/rest`)];
      const options = { key: at.key, summary: title, className: "rest", open: true };
      if (hasMessages) details.push({ title, value: rest, place: at });
      else said.push(fold(surface, options, () => jsonTree(surface, rest, at)));
    } else if (!hasMessages) said.push(note(noContentText(document, status)));
    const own = remainder[document];
    const at = { key: `${id}/${document}/own`, source: { callId: id, document } };
    if (own !== null) details.push({ title: restTitle(document), value: own, place: at });
  };
  draw("inputs", { earlier: history, messages: input, rest: inputRest }, history.length + input.length > 0);
  said.push(...between);
  draw("output", { earlier: repeated, messages: output, rest: outputRest }, output.length > 0);
  const parts = [...input, ...output].flatMap((message) => message.parts);
  const tools = new Set(parts.flatMap((part) => (part.kind === "toolCall" ? [part.name] : [])));
  details.push(
    ...messageDetails(surface, input, { key: `${id}/input`, source: source("inputs") }),
    ...messageDetails(surface, output, { key: `${id}/output`, source: source("output") }),
  );
  return { tools, said, folded: detailsView(surface, `${id}/details`, details, detail), isSilent, missing };
}

function messageDetails(
  { formats }: Surface,
  messages: readonly Message[],
  { key, source }: TreePlace,
): readonly Detail[] {
  return messages.flatMap((message, at) => {
    const place = { key: `${key}/${at}/rest`, source };
    return message.rest === null ? [] : { title: speakerText(message, formats), value: message.rest, place };
  });
}

function detailsView(
  surface: Surface,
  key: string,
  details: readonly Detail[],
  detail: Node | null = null,
): readonly Node[] {
  if (details.length === 0 && detail === null) return [];
  const draw = ({ title, value, place }: Detail) => [
    element("h4", { dir: "auto" }, title),
    jsonTree(surface, value, place),
  ];
  const options = { key, summary: l10n.t("Details"), className: "rest" };
  return [fold(surface, options, () => [detail, details.map(draw)])];
}

/** Earlier messages, collapsed to their number. */
function earlierView(surface: Surface, messages: readonly Message[], place: TreePlace): readonly Node[] {
  if (messages.length === 0) return [];
  const options = { key: place.key, summary: earlierText(messages, surface.formats), className: "history" };
  const rests = () => detailsView(surface, `${place.key}/details`, messageDetails(surface, messages, place));
  return [fold(surface, options, () => [messageViews(surface, messages, place), rests()])];
}

/** The exception of a call: its summary, and the collapsed details. */
export function exceptionView(surface: Surface, callId: string, exception: string): HTMLElement {
  const { headline, trace } = exceptionText(exception);
  const source = { callId, document: "exception" } as const;
  const key = `${callId}/exception`;
  const line = longText(surface, { text: headline, key, source, most: 500, mostLines: 5 }, (text) =>
    element("p", { class: "exception-line", dir: "auto" }, visibleLines(text)),
  );
  const traceback = { key: `${key}/trace`, summary: l10n.t("Traceback"), className: "trace" };
  const lines = () =>
    longText(surface, { text: trace, key: `${key}/lines`, source }, (text) =>
      element("pre", { dir: "ltr" }, surface.sources.text(text)),
    );
  const title = element("h3", "exception-title", `✕ ${l10n.t("Exception")}`);
  return element("div", "exception", title, line, trace !== "" && fold(surface, traceback, lines));
}
