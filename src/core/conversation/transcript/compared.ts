import * as l10n from "@vscode/l10n";
import { exceptionText } from "../../calls/exceptionText.ts";
import { statusWords } from "../../calls/statusWords.ts";
import type { Message } from "../../messages/message.ts";
import { opName } from "../../query/call.ts";
import type { Formats } from "../../text/format.ts";
import type { Json } from "../../text/json.ts";
import { endCut } from "../../text/visibleText.ts";
import type { TurnDocuments } from "../protocol.ts";
import { spokenTurn } from "../spokenTurn.ts";
import { meaningfulJson } from "./meaningfulJson.ts";
import { messageMarkdown, oneLine, titled } from "./messageMarkdown.ts";
import { IdPlaceholders } from "./normalized.ts";
import type { WholeTurn } from "./transcript.ts";

/** In characters. The diff editor takes seconds for a changed region of tens of thousands of characters. */
const longest = { message: 1000, turn: 6000 } as const;

/**
 * A turn as Markdown for the diff editor, in which only meaningful differences show: no times, no figures, no earlier
 * messages, IDs replaced by numbered names, and of JSON only what tools were given and returned. A document without
 * messages is written as JSON. What is long is cut, with a line that says so.
 */
export function comparedTurn({ call, documents, steps }: WholeTurn, formats: Formats): string {
  const ids = new IdPlaceholders();
  const meaningful = ({ inputs, output, ...documents }: TurnDocuments) => ({
    ...documents,
    inputs: meaningfulJson(inputs),
    output: meaningfulJson(output),
  });
  const { content } = spokenTurn({
    documents: meaningful(documents),
    steps: steps.map((step) => ({ ...step, documents: step.documents && meaningful(step.documents) })),
  });
  const cut = (text: string, most: number) => {
    if (text.length <= most) return text;
    const line = l10n.t("Cut: {0} of {1} characters", formats.exact(most), formats.exact(text.length));
    return `${endCut(text, most)}\n\n_${line}_`;
  };
  const written = (messages: readonly Message[], title: string, rest: Json | null) => {
    const written = messages.map((message) => messageMarkdown(withoutJson(message), ids));
    if (written.length === 0 && rest !== null) written.push(titled(title, rest, ids));
    return written.map((text) => cut(text, longest.message));
  };
  const exception = call.exception === null ? null : exceptionText(call.exception);
  // In reading order, as IDs are numbered in it.
  const lines = [
    `## ${ids.text(oneLine(opName(call.op)))}`,
    ...(call.status === "success" ? [] : [l10n.t("Status: {0}", statusWords(call.status).word)]),
    ...written(content.input, l10n.t("Other inputs"), content.inputRest),
    ...written(content.output, l10n.t("Other output"), content.outputRest),
    ...(exception === null
      ? []
      : [cut(titled(l10n.t("Exception"), exception.trace || exception.headline, ids), longest.message)]),
  ];
  return `${cut(lines.join("\n\n"), longest.turn)}\n`;
}

function withoutJson(message: Message): Message {
  const parts = message.parts.filter(({ kind }) => kind !== "json");
  return { ...message, rest: null, parts: parts.length === 0 ? message.parts : parts };
}
