import { isModelCall } from "../calls/modelCall.ts";
import { isTooLong } from "../failures/fault.ts";
import type { ConversationSource } from "../port/conversationSource.ts";
import type { ProjectClient } from "../port/projectClient.ts";
import type { Call } from "../query/call.ts";
import { readDocuments } from "./documentReader.ts";
import type { Part } from "./partState.ts";
import type { PartState, TurnDocuments } from "./protocol.ts";

/** A call inside a turn that is shown as one of its steps. */
export interface TurnStep<Documents = Part<TurnDocuments>> {
  readonly kind: "tool" | "model";
  readonly call: Call;
  /** Null if they were not requested. */
  readonly documents: Documents | null;
}

/** Steps with the documents that have arrived. */
export function loadedSteps(
  steps: readonly TurnStep<Part<TurnDocuments> | PartState<TurnDocuments>>[],
): readonly TurnStep<TurnDocuments>[] {
  return steps.map(({ documents, ...step }) => ({
    ...step,
    documents: documents?.kind === "shown" ? documents.value : null,
  }));
}

/** Maximum number of steps of a turn; its calls are all in the waterfall. */
export const mostSteps = 100;

/**
 * The steps of a turn in order of start, from the calls inside it: the innermost calls with model usage, and the outermost
 * ones that contain no model call. A call that contains model calls is not a step: an agent is not one of its own tools.
 */
export function turnSteps(calls: readonly Call[], turnId: string): readonly TurnStep[] {
  // A turn of an agent tells in its messages what its spans did.
  if (calls.some(({ conversation }) => conversation?.kind === "agent")) return [];
  const byId = new Map(calls.map((call) => [call.id, call]));
  const around = new Set<string>();
  for (const call of byId.values()) if (isModelCall(call)) for (const { id } of parents(call, byId)) around.add(id);
  const isStep = ({ id }: Call) => id !== turnId && !around.has(id);
  return [...byId.values()]
    .filter((call) => isStep(call) && !parents(call, byId).some(isStep))
    .sort((one, other) => one.startedAt - other.startedAt)
    .slice(0, mostSteps)
    .map((call) => ({ kind: isModelCall(call) ? "model" : "tool", call, documents: null }));
}

/** The known calls around a call, the innermost first. */
function parents(call: Call, byId: ReadonlyMap<string, Call>): readonly Call[] {
  const found = new Set<Call>();
  let next = call.parentId === null ? undefined : byId.get(call.parentId);
  while (next !== undefined && !found.has(next)) {
    found.add(next);
    next = next.parentId === null ? undefined : byId.get(next.parentId);
  }
  return [...found];
}

/** Stored bytes of a tool call, and of all those of one request, whose documents are loaded automatically. */
const mostBytes = 32 * 1024;
const mostBytesTogether = 512 * 1024;
const mostTogether = 200;

/** The tool calls whose arguments and results are loaded with the steps. An unknown size counts as a tenth of the maximum. */
export function stepsAhead(steps: readonly TurnStep[]): readonly Call[] {
  let left = mostBytesTogether;
  const ahead = steps.filter(({ kind, call: { storedBytes } }) => {
    const bytes = storedBytes ?? mostBytes / 10;
    if (kind !== "tool" || bytes > mostBytes || bytes > left) return false;
    left -= bytes;
    return true;
  });
  return ahead.slice(0, mostTogether).map(({ call }) => call);
}

/** These steps with the documents of those among `before` that had ended: they do not change. */
export function withKnown(steps: readonly TurnStep[], before: readonly TurnStep[]): readonly TurnStep[] {
  const known = new Map(before.map((step) => [step.call.id, step]));
  return steps.map((step) => {
    const same = known.get(step.call.id);
    return same?.call.endedAt ? { ...step, documents: same.documents } : step;
  });
}

/** The documents of steps, of up to `each` bytes if the user asked for them; otherwise, what cannot be read is left out. */
export async function stepDocuments(
  calls: readonly Call[],
  each: number | undefined,
  source: ConversationSource | undefined,
  target: ProjectClient,
  signal: AbortSignal,
): Promise<ReadonlyMap<string, Part<TurnDocuments>>> {
  const found = new Map<string, Part<TurnDocuments>>();
  const requested = { calls: calls.length, ...(each !== undefined && { each }) };
  for await (const read of readDocuments(calls, requested, source, target, signal)) {
    for (const { call, ...part } of read) {
      if (part.kind !== "failed") found.set(call.id, part);
      else if (each !== undefined) found.set(call.id, isTooLong(part.fault) ? { kind: "beyond", bytes: each } : part);
    }
  }
  return found;
}
