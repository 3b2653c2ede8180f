import type { Call } from "../calls/call.ts";
import { opName } from "../calls/opName.ts";
import { normalizedJson } from "../conversation/transcript/normalized.ts";
import { transcript } from "../conversation/transcript/transcript.ts";
import type { ProjectClient } from "../projectClient.ts";
import { exceptionDocument } from "./exceptionDocument.ts";
import { readTurns } from "./readThread.ts";

/** A turn as text in which only meaningful differences show; null if the turn does not exist. */
export async function turnText(callId: string, target: ProjectClient, signal: AbortSignal): Promise<string | null> {
  const [turn] = await readOne(callId, target, signal);
  return turn === undefined ? null : transcript([turn]);
}

/** A call as JSON with sorted keys, without times and usage; null if the call does not exist. */
export async function callText(callId: string, target: ProjectClient, signal: AbortSignal): Promise<string | null> {
  const [read] = await readOne(callId, target, signal);
  if (read === undefined) return null;
  const { call, documents } = read;
  const exception = call.exception === null ? null : exceptionDocument(call.exception).trimEnd().split("\n");
  return `${normalizedJson({ op: opName(call.op), status: call.status, exception, ...documents })}\n`;
}

async function readOne(callId: string, target: ProjectClient, signal: AbortSignal): ReturnType<typeof readTurns> {
  const { service, project } = target;
  const calls: Call[] = [];
  for await (const batch of service.queryCalls({ project, filter: { callIds: [callId] } }, signal))
    calls.push(...batch);
  return await readTurns(calls.slice(0, 1), target, signal);
}
