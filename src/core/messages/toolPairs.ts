import type { Message, ToolCallPart, ToolResultPart } from "./message.ts";

/**
 * The results of each tool call. A result belongs to the nearest call before it that has its ID and no result yet; without
 * such an ID, to the first call of its name without a result. IDs may repeat, as some programs number the calls of each
 * response. Results of no call are not in it.
 */
export function resultsOfCalls(messages: readonly Message[]): ReadonlyMap<ToolCallPart, readonly ToolResultPart[]> {
  const results = new Map<ToolCallPart, ToolResultPart[]>();
  const byId = new Map<string, ToolCallPart[]>();
  /** By name; all are under null, for results without a name. */
  const waiting = new Map<string | null, ToolCallPart[]>([[null, []]]);
  const add = <Key>(map: Map<Key, ToolCallPart[]>, key: Key, call: ToolCallPart) => {
    const calls = map.get(key);
    if (calls === undefined) map.set(key, [call]);
    else calls.push(call);
  };
  const isWaiting = (call: ToolCallPart) => !results.has(call);
  const late: ToolResultPart[] = [];
  for (const part of messages.flatMap(({ parts }) => parts)) {
    if (part.kind === "toolCall") {
      if (part.id !== null) add(byId, part.id, part);
      add(waiting, part.name, part);
      add(waiting, null, part);
    }
    if (part.kind !== "toolResult") continue;
    const named = part.id === null ? undefined : byId.get(part.id);
    // One call may have several results: all of them are its last call's.
    const call = named === undefined ? byName(part, waiting, isWaiting) : (named.findLast(isWaiting) ?? named.at(-1));
    if (call === undefined) late.push(part);
    else results.set(call, [...(results.get(call) ?? []), part]);
  }
  for (const part of late) {
    const call = part.id === null ? undefined : byId.get(part.id)?.find(isWaiting);
    if (call !== undefined) results.set(call, [part]);
  }
  return results;
}

/** Calls are taken from the front of their queue, so that reading many is not quadratic. */
function byName(
  { id, name }: ToolResultPart,
  waiting: ReadonlyMap<string | null, ToolCallPart[]>,
  isWaiting: (call: ToolCallPart) => boolean,
): ToolCallPart | undefined {
  if (name === null && id !== null) return undefined;
  const queue = waiting.get(name) ?? [];
  while (queue[0] !== undefined && !isWaiting(queue[0])) queue.shift();
  const [first] = queue;
  return id === null || first?.id === null ? first : undefined;
}
