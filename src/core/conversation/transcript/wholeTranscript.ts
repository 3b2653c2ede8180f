import * as l10n from "@vscode/l10n";
import { type Call, opName } from "../../calls/call.ts";
import { statusWords } from "../../calls/statusWords.ts";
import { prettyJson } from "../../documents/documentText.ts";
import type { ProjectId } from "../../session/projectId.ts";
import { exceptionText } from "../drawing/exceptionText.ts";
import type { TurnDocuments } from "../protocol.ts";
import type { TurnStep } from "../turnSteps.ts";
import { oneLine, type TextForm, titled, toolName } from "./messageMarkdown.ts";
import { type TranscriptTurn, writtenTurns } from "./transcript.ts";

/** A turn with the calls in it; `documents` is null where they were not loaded. */
export interface WholeTurn extends TranscriptTurn {
  readonly steps: readonly TurnStep<TurnDocuments>[];
}

/** IDs and texts as they are. */
const asTheyAre: TextForm = {
  text: (text) => text,
  id: (id) => code(id),
  json: (value) => prettyJson(value).trimEnd(),
};

/**
 * A conversation as Markdown with everything that happened: IDs, times, roles, tool calls and errors. Messages repeated from
 * the turns above are a line.
 */
export function wholeTranscript(threadId: string, project: ProjectId, turns: readonly WholeTurn[]): string {
  const title = `# ${oneLine(threadId)}\n\n${l10n.t("Project: {0}", project)}`;
  return `${[title, ...wholeTurns(turns)].join("\n\n")}\n`;
}

/** Each turn of `wholeTranscript`. */
export function wholeTurns(turns: readonly WholeTurn[]): readonly string[] {
  return writtenTurns(turns, {
    texts: asTheyAre,
    kept: (document) => document,
    head: ({ call }, number) => [
      `## ${l10n.t("Turn {0}", number)}: ${oneLine(opName(call.op))}`,
      facts(call).join("\n"),
    ],
    steps: ({ steps }) => steps.flatMap(stepLines),
  });
}

function facts({ id, startedAt, endedAt, status }: Call): readonly string[] {
  return [
    `- ID: ${code(id)}`,
    `- ${l10n.t("Started {0}", isoTime(startedAt))}`,
    ...(endedAt === null ? [] : [`- ${l10n.t("Ended {0}", isoTime(endedAt))}`]),
    `- ${l10n.t("Status: {0}", statusWords(status).word)}`,
  ];
}

function stepLines({ kind, call, documents }: TurnStep<TurnDocuments>): readonly string[] {
  const name = toolName(opName(call.op));
  const title = kind === "tool" ? l10n.t("Tool call {0}", name) : l10n.t("Model call {0}", name);
  const exception = call.exception === null ? null : exceptionText(call.exception);
  const part = (name: string, value: TurnDocuments["inputs"] | null) =>
    value === null ? [] : [titled(name, value, asTheyAre)];
  return [
    `### ${title}`,
    facts(call).join("\n"),
    ...part(l10n.t("Arguments"), documents?.inputs ?? null),
    ...part(l10n.t("Result"), documents?.output ?? null),
    ...part(l10n.t("Exception"), exception && (exception.trace || exception.headline)),
  ];
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
