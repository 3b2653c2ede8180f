import * as l10n from "@vscode/l10n";
import type { Call } from "../../core/calls/call.ts";
import { isContainer, isList } from "../../core/conversation/drawing/jsonPreview.ts";
import { earlierText, noOutputText } from "../../core/conversation/drawing/turnText.ts";
import type { Message, TurnContent } from "../../core/conversation/messages/message.ts";
import { turnContent } from "../../core/conversation/messages/turnContent.ts";
import type { TurnDocuments } from "../../core/conversation/page.ts";
import type { Json } from "../../core/json.ts";
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
  const inputs: Source = { callId: call.id, document: "inputs" };
  const outputs: Source = { callId: call.id, document: "output" };
  const key = call.id;
  const drawn: Node[] = [];
  const folded: Node[] = [];
  const place = (isAll: boolean) => (isAll ? drawn : folded);
  drawn.push(...earlierView(surface, history, { key: `${key}/history`, source: inputs }));
  drawn.push(...messageViews(surface, input, { key: `${key}/input`, source: inputs }));
  const asked = history.length + input.length > 0;
  if (isNotKept(documents.inputs)) drawn.push(note(l10n.t("Too large; not stored by the service.")));
  else if (inputRest !== null) {
    place(!asked).push(restView(surface, asked ? l10n.t("Other inputs") : l10n.t("Inputs"), inputRest, inputs, !asked));
  } else if (!asked) drawn.push(note(l10n.t("No input.")));
  drawn.push(...earlierView(surface, repeated, { key: `${key}/repeated`, source: outputs }));
  drawn.push(...messageViews(surface, output, { key: `${key}/output`, source: outputs }));
  const answered = output.length > 0;
  if (isNotKept(documents.output)) drawn.push(note(l10n.t("Too large; not stored by the service.")));
  else if (outputRest !== null) {
    place(!answered).push(
      restView(surface, answered ? l10n.t("Other output") : l10n.t("Output"), outputRest, outputs, !answered),
    );
  } else if (!answered) drawn.push(note(noOutputText(call.status)));
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
