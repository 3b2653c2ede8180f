import * as l10n from "@vscode/l10n";
import { type Call, opName } from "../../calls/call.ts";
import { statusWords } from "../../calls/statusWords.ts";
import type { Json } from "../../json.ts";
import { exceptionText } from "../drawing/exceptionText.ts";
import type { Message } from "../messages/message.ts";
import { turnContent } from "../messages/turnContent.ts";
import type { TurnDocuments } from "../protocol.ts";
import { meaningfulJson } from "./meaningfulJson.ts";
import { messageMarkdown, oneLine, type TextForm, titled } from "./messageMarkdown.ts";
import { IdPlaceholders } from "./normalized.ts";

/** A turn with its inputs and output. */
export interface TranscriptTurn {
  readonly call: Call;
  readonly documents: TurnDocuments;
}

/** How a transcript is written. */
export interface TranscriptForm<Turn extends TranscriptTurn = TranscriptTurn> {
  readonly texts: TextForm;
  /** The part of a document that is written. */
  kept(document: Json): Json;
  /** The lines before the messages of a turn; numbers count from 1. */
  head(turn: Turn, number: number): readonly string[];
  /** What happened between the input and the output of a turn. */
  steps(turn: Turn): readonly string[];
}

/**
 * A conversation as Markdown for the diff editor, in which only meaningful differences show: no times, no figures, IDs
 * replaced by numbered names, JSON with sorted keys. Messages repeated from the turns above are
 * summarized in a line; anything else that repeats is written out. The first line describes what is omitted.
 */
export function transcript(turns: readonly TranscriptTurn[]): string {
  const ids = new IdPlaceholders();
  const leftOut = l10n.t(
    "Not compared: IDs of calls, messages and responses, ref versions, response times and signatures. IDs are replaced with names such as ‹call 1›. Equal IDs have the same name.",
  );
  const written = writtenTurns(turns, {
    texts: ids,
    kept: meaningfulJson,
    head: ({ call: { op, status } }) => [
      `## ${ids.text(oneLine(opName(op)))}`,
      ...(status === "success" ? [] : [l10n.t("Status: {0}", statusWords(status).word)]),
    ],
    steps: () => [],
  });
  return `${[`_${leftOut}_`, ...written].join("\n\n")}\n`;
}

/** Each turn as Markdown. */
export function writtenTurns<Turn extends TranscriptTurn>(
  turns: readonly Turn[],
  form: TranscriptForm<Turn>,
): readonly string[] {
  const writer = new TranscriptWriter(form);
  return turns.map((turn, at) => writer.turn(turn, at + 1));
}

/** A message as written, and without what programs do not send again: reasoning and other fields. */
interface Written {
  readonly whole: string;
  readonly bare: string;
  readonly leads: boolean;
}

class TranscriptWriter<Turn extends TranscriptTurn> {
  readonly #form: TranscriptForm<Turn>;
  readonly #said: Written[] = [];
  readonly #leading = new Set<string>();

  constructor(form: TranscriptForm<Turn>) {
    this.#form = form;
  }

  turn(turn: Turn, number: number): string {
    const { call, documents } = turn;
    const { texts, kept, head, steps } = this.#form;
    const content = turnContent({ inputs: kept(documents.inputs), output: kept(documents.output) });
    const exception = call.exception === null ? null : exceptionText(call.exception);
    const rest = (title: string, value: Json | null) => (value === null ? [] : [titled(title, value, texts)]);
    // In reading order, as IDs are numbered in it.
    const lines = [
      ...head(turn, number),
      ...this.#history(content.history),
      ...content.input.map((message) => this.#say(message)),
      ...rest(l10n.t("Other inputs"), content.inputRest),
      ...steps(turn),
      ...this.#returned(content.repeated),
      ...content.output.map((message) => this.#say(message)),
      ...rest(l10n.t("Other output"), content.outputRest),
      ...rest(l10n.t("Exception"), exception && (exception.trace || exception.headline)),
    ];
    return lines.join("\n\n");
  }

  #say(message: Message): string {
    const written = this.#written(message);
    if (written.leads) this.#leading.add(written.whole);
    else this.#said.push(written);
    return written.whole;
  }

  /** Omits only messages that repeat the end of the text above, complete and in order, so nothing is lost. */
  #history(history: readonly Message[]): readonly string[] {
    if (history.length === 0) return [];
    const written = history.map((message) => this.#written(message));
    const first = [...written, { leads: false }].findIndex(({ leads }) => !leads);
    const [lead, rest] = [written.slice(0, first), written.slice(first)];
    const above = this.#said.slice(-Math.max(1, rest.length));
    const repeats =
      lead.every(({ whole }) => this.#leading.has(whole)) &&
      rest.length > 0 &&
      rest.length === above.length &&
      rest.every(({ whole }, index) => whole === above[index]?.whole || whole === above[index]?.bare);
    if (!repeats) return [`**${l10n.t("Earlier messages")}**`, ...written.map(({ whole }) => whole)];
    if (rest.length === this.#said.length) return [`_${l10n.t("Earlier messages (same as above)")}_`];
    return [`_${l10n.t("Earlier messages (same as the last {0} above)", rest.length)}_`];
  }

  /** They are the input messages above; only additional fields of their copies are written. */
  #returned(repeated: readonly Message[]): readonly string[] {
    if (repeated.length === 0) return [];
    const rests = repeated.flatMap(({ rest }) =>
      rest === null ? [] : [titled(l10n.t("Other fields"), rest, this.#form.texts)],
    );
    return [`_${l10n.t("Input messages (repeated in the output)")}_`, ...rests];
  }

  #written(message: Message): Written {
    const whole = messageMarkdown(message, this.#form.texts);
    const thinks = message.parts.some(({ kind }) => kind === "thinking");
    const leads = message.role === "system" || message.role === "developer";
    if (!thinks && message.rest === null && message.choice === null) return { whole, bare: whole, leads };
    const parts = message.parts.filter(({ kind }) => kind !== "thinking");
    return { whole, bare: messageMarkdown({ ...message, rest: null, choice: null, parts }, this.#form.texts), leads };
  }
}
