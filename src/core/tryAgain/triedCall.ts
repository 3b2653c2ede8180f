import { spanDocuments } from "../agents/agentTurns.ts";
import { firstRow } from "../async/firstRow.ts";
import { callById } from "../calls/callById.ts";
import { mostDocumentBytes } from "../documents/documentText.ts";
import { turnContent } from "../messages/turnContent.ts";
import { queryCallDocuments } from "../port/operations.ts";
import type { ProjectClient } from "../port/projectClient.ts";
import { opName } from "../query/call.ts";
import { type LeftOut, type Prompt, promptMessages } from "./prompt.ts";
import { writeParts } from "./promptDocument.ts";
import { promptOptions } from "./promptOptions.ts";

/** What a call or span sent to its model, and what the model responded. */
export interface TriedPrompt {
  /** The model, or the op. */
  readonly name: string;
  readonly prompt: Prompt;
  readonly leftOut: LeftOut;
  /** As Markdown. */
  readonly original: string;
}

/**
 * Reads a call or span; null if it does not exist, and without messages if no reader knows them. Rejects with a
 * `ServiceError`, or the signal's reason.
 */
export async function readPromptOf(
  callId: string,
  target: ProjectClient,
  signal: AbortSignal,
): Promise<TriedPrompt | null> {
  const { service, project } = target;
  const call = await callById(callId, target, signal);
  const documents = ["inputs", "output", "attributes"] as const;
  const requested = { project, callIds: [callId], documents, mostBytes: mostDocumentBytes };
  const read =
    (await firstRow(service.rows(queryCallDocuments, requested, signal))) ??
    (await firstRow(spanDocuments(requested, target, signal)));
  if (call === undefined || read === undefined) return null;
  const { inputs = null, output = null, attributes } = read.documents;
  const content = turnContent({ inputs, output });
  const { options, others } = promptOptions(content.inputRest, attributes);
  const { messages, leftOut } = promptMessages([...content.history, ...content.input]);
  return {
    name: call.usage[0]?.model || opName(call.op),
    prompt: { messages, options },
    leftOut: { ...leftOut, inputs: others },
    original: writeParts(promptMessages(content.output).messages.flatMap(({ parts }) => parts)),
  };
}
