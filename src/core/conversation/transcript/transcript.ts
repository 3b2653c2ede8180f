import * as l10n from "@vscode/l10n";
import { exceptionText } from "../../calls/exceptionText.ts";
import { statusWords } from "../../calls/statusWords.ts";
import type { Message } from "../../messages/message.ts";
import { type Call, opName } from "../../query/call.ts";
import type { ProjectId } from "../../query/projectId.ts";
import type { Json } from "../../text/json.ts";
import { prettyJson } from "../../text/prettyJson.ts";
import type { TurnDocuments } from "../protocol.ts";
import { type SpokenTurn, spokenTurn } from "../spokenTurn.ts";
import type { TurnStep } from "../turnSteps.ts";
import { messageMarkdown, oneLine, type TextForm, titled, toolName } from "./messageMarkdown.ts";

/** A turn with its inputs and output. */
export interface TranscriptTurn {
  readonly call: Call;
  readonly documents: TurnDocuments;
}

/** A turn with the calls in it; `documents` is null where they were not loaded. */
export interface WholeTurn extends TranscriptTurn {
  readonly steps: readonly TurnStep<TurnDocuments>[];
}

/** IDs and texts as they are. */
export const asTheyAre: TextForm = {
  text: (text) => text,
  id: (id) => code(id),
  json: (value) => prettyJson(value).trimEnd(),
};

/**
 * A conversation as Markdown with everything that happened: IDs, times, roles, tool calls and errors. Messages repeated from
 * the turns above are a line.
 */
export function transcript(threadId: string, project: ProjectId, turns: readonly WholeTurn[]): string {
  const title = `# ${oneLine(threadId)}\n\n${l10n.t("Project: {0}", project)}`;
  return `${[title, ...writtenTurns(turns)].join("\n\n")}\n`;
}

/** Each turn of a transcript. */
export function writtenTurns(turns: readonly WholeTurn[]): readonly string[] {
  const writer = new TranscriptWriter();
  return turns.map((turn, at) => writer.turn(turn, l10n.t("Turn {0}", at + 1)));
}

/** One turn as in a transcript, with the messages that it repeats. */
export function writtenTurn(turn: WholeTurn, title: string): string {
  return new TranscriptWriter().turn(turn, title);
}

/** A message as written, and without what programs do not send again: reasoning and other fields. */
interface Written {
  readonly whole: string;
  readonly bare: string;
  readonly leads: boolean;
}

class TranscriptWriter {
  readonly #earlier: Written[] = [];
  readonly #leading = new Set<string>();

  turn(turn: WholeTurn, title: string): string {
    const { call, steps } = turn;
    const { content, from, remainder } = spokenTurn(turn);
    const exception = call.exception === null ? null : exceptionText(call.exception);
    const lines = [
      `## ${title}: ${oneLine(opName(call.op))}`,
      facts(call).join("\n"),
      ...this.#history(content.history),
      ...content.input.map((message) => this.#say(message)),
      ...part(l10n.t("Other inputs"), content.inputRest),
      ...part(l10n.t("Other inputs"), remainder.inputs),
      ...steps.flatMap((step) => stepLines(step, from)),
      ...this.#returned(content.repeated),
      ...content.output.map((message) => this.#say(message)),
      ...part(l10n.t("Other output"), content.outputRest),
      ...part(l10n.t("Other output"), remainder.output),
      ...part(l10n.t("Exception"), exception && (exception.trace || exception.headline)),
    ];
    return lines.join("\n\n");
  }

  #say(message: Message): string {
    const written = this.#written(message);
    if (written.leads) this.#leading.add(written.whole);
    else this.#earlier.push(written);
    return written.whole;
  }

  /** Omits only messages that repeat the end of the text above, complete and in order, so nothing is lost. */
  #history(history: readonly Message[]): readonly string[] {
    if (history.length === 0) return [];
    const written = history.map((message) => this.#written(message));
    const first = [...written, { leads: false }].findIndex(({ leads }) => !leads);
    const [lead, rest] = [written.slice(0, first), written.slice(first)];
    const above = this.#earlier.slice(-Math.max(1, rest.length));
    const repeats =
      lead.every(({ whole }) => this.#leading.has(whole)) &&
      rest.length > 0 &&
      rest.length === above.length &&
      rest.every(({ whole }, index) => whole === above[index]?.whole || whole === above[index]?.bare);
    if (!repeats) return [`**${l10n.t("Earlier messages")}**`, ...written.map(({ whole }) => whole)];
    if (rest.length === this.#earlier.length) return [`_${l10n.t("Earlier messages (same as above)")}_`];
    return [`_${l10n.t("Earlier messages (same as the last {0} above)", rest.length)}_`];
  }

  /** They are the input messages above; only additional fields of their copies are written. */
  #returned(repeated: readonly Message[]): readonly string[] {
    if (repeated.length === 0) return [];
    const rests = repeated.flatMap(({ rest }) => part(l10n.t("Other fields"), rest));
    return [`_${l10n.t("Input messages (repeated in the output)")}_`, ...rests];
  }

  #written(message: Message): Written {
    const whole = messageMarkdown(message, asTheyAre);
    const thinks = message.parts.some(({ kind }) => kind === "thinking");
    const leads = message.role === "system" || message.role === "developer";
    if (!thinks && message.rest === null && message.choice === null) return { whole, bare: whole, leads };
    const parts = message.parts.filter(({ kind }) => kind !== "thinking");
    return { whole, bare: messageMarkdown({ ...message, rest: null, choice: null, parts }, asTheyAre), leads };
  }
}

function facts({ id, startedAt, endedAt, status }: Call): readonly string[] {
  return [
    `- ID: ${code(id)}`,
    `- ${l10n.t("Started {0}", isoTime(startedAt))}`,
    ...(endedAt === null ? [] : [`- ${l10n.t("Ended {0}", isoTime(endedAt))}`]),
    `- ${l10n.t("Status: {0}", statusWords(status).word)}`,
  ];
}

/** Without the documents that are the turn's messages. */
function stepLines({ kind, call, documents }: TurnStep<TurnDocuments>, from: SpokenTurn["from"]): readonly string[] {
  const name = toolName(opName(call.op));
  const title = kind === "tool" ? l10n.t("Tool call {0}", name) : l10n.t("Model call {0}", name);
  const exception = call.exception === null ? null : exceptionText(call.exception);
  return [
    `### ${title}`,
    facts(call).join("\n"),
    ...part(l10n.t("Arguments"), from.inputs === call.id ? null : (documents?.inputs ?? null)),
    ...part(l10n.t("Result"), from.output === call.id ? null : (documents?.output ?? null)),
    ...part(l10n.t("Exception"), exception && (exception.trace || exception.headline)),
  ];
}

function part(title: string, value: Json | null): readonly string[] {
  return value === null ? [] : [titled(title, value, asTheyAre)];
}

/** In UTC, so that transcripts of different machines agree. */
function isoTime(time: number): string {
  return new Date(time).toISOString();
}

/** An ID is untrusted text. */
function code(id: string): string {
  const text = oneLine(id);
  const fence = "`".repeat(Math.max(0, ...Array.from(text.matchAll(/`+/g), ([run]) => run.length)) + 1);
  return fence === "`" ? `\`${text}\`` : `${fence} ${text} ${fence}`;
}
