import type { Call } from "../../core/calls/call.ts";
import { earlierText, noContentText, notStoredText, restTitle } from "../../core/conversation/drawing/turnText.ts";
import type { Message, TurnContent } from "../../core/conversation/messages/message.ts";
import { turnContent } from "../../core/conversation/messages/turnContent.ts";
import type { TurnDocuments } from "../../core/conversation/protocol.ts";
import { isContainer, isList, type Json } from "../../core/json.ts";
import { element } from "../shared/element.ts";
import { fold } from "./fold.ts";
import { jsonTree, type TreePlace } from "./jsonTree.ts";
import type { Source } from "./longText.ts";
import { messageViews } from "./messageView.ts";
import type { Surface } from "./surface.ts";

export interface Content {
  /** From the earlier messages to the response, or why there is none. */
  readonly said: readonly Node[];
  /** Everything else, each as a collapsed section. */
  readonly folded: readonly Node[];
}

export function contentView(surface: Surface, call: Call, documents: TurnDocuments): Content {
  const { history, input, inputRest, repeated, output, outputRest }: TurnContent = turnContent(documents);
  const inputs = { callId: call.id, document: "inputs" } as const;
  const outputs = { callId: call.id, document: "output" } as const;
  const key = call.id;
  const drawn: Node[] = [];
  const folded: Node[] = [];
  const drawRest = (
    source: Source & { readonly document: "inputs" | "output" },
    rest: Json | null,
    spoken: boolean,
  ) => {
    const { document } = source;
    if (isNotKept(documents[document])) drawn.push(note(notStoredText()));
    else if (rest !== null) {
      (spoken ? folded : drawn).push(restView(surface, restTitle(document, spoken), rest, source, !spoken));
    } else if (!spoken) drawn.push(note(noContentText(document, call.status)));
  };
  drawn.push(...earlierView(surface, history, { key: `${key}/history`, source: inputs }));
  drawn.push(...messageViews(surface, input, { key: `${key}/input`, source: inputs }));
  drawRest(inputs, inputRest, history.length + input.length > 0);
  drawn.push(...earlierView(surface, repeated, { key: `${key}/repeated`, source: outputs }));
  drawn.push(...messageViews(surface, output, { key: `${key}/output`, source: outputs }));
  drawRest(outputs, outputRest, output.length > 0);
  return { said: drawn, folded };
}

/** Earlier messages, collapsed to their number. */
function earlierView(surface: Surface, messages: readonly Message[], place: TreePlace): readonly Node[] {
  if (messages.length === 0) return [];
  const folded = { key: place.key, summary: [earlierText(messages, surface.formats)], className: "history" };
  return [fold(surface.memory, folded, () => messageViews(surface, messages, place))];
}

/** Content other than messages: collapsed, unless there is nothing else. */
function restView(surface: Surface, title: string, value: Json, source: Source, open: boolean): Node {
  const key = `${source.callId}/${source.document}/rest`;
  return fold(surface.memory, { key, summary: [title], className: "rest", open }, () => [
    jsonTree(surface, value, { key, source }),
  ]);
}

/** The placeholder of a document that was too large to store (wandb/weave, rows over 3.5 MiB). */
function isNotKept(value: Json): boolean {
  if (!isContainer(value) || isList(value)) return false;
  const mark = value._weave;
  return mark !== undefined && isContainer(mark) && !isList(mark) && mark.error === "<EXCEEDS_LIMITS>";
}

const note = (text: string) => element("p", { class: "note" }, text);
