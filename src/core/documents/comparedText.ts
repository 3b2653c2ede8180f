import type { Call } from "../calls/call.ts";
import { opName } from "../calls/opName.ts";
import { normalisedJson } from "../conversation/transcript/normalised.ts";
import { transcript } from "../conversation/transcript/transcript.ts";
import type { Target } from "../target.ts";
import { exceptionDocument } from "./exceptionDocument.ts";
import { readTurns } from "./readThread.ts";

/** A turn as text in which only meaning differs from that of another one; null for one that is not there. */
export async function turnText(callId: string, target: Target, signal: AbortSignal): Promise<string | null> {
  const [turn] = await readOne(callId, target, signal);
  return turn === undefined ? null : transcript([turn]);
}

/** A call's meaning as JSON with its keys in order; null for one that is not there. What it took is not in it. */
export async function callText(callId: string, target: Target, signal: AbortSignal): Promise<string | null> {
  const [read] = await readOne(callId, target, signal);
  if (read === undefined) return null;
  const { call, documents } = read;
  const exception = call.exception === null ? null : exceptionDocument(call.exception).trimEnd().split("\n");
  return `${normalisedJson({ op: opName(call.op), status: call.status, exception, ...documents })}\n`;
}

async function readOne(callId: string, target: Target, signal: AbortSignal): ReturnType<typeof readTurns> {
  const { service, project } = target;
  const calls: Call[] = [];
  for await (const batch of service.queryCalls({ project, filter: { callIds: [callId] } }, signal))
    calls.push(...batch);
  return await readTurns(calls.slice(0, 1), target, signal);
}
