import { type WholeTurn, writtenTurns } from "../conversation/transcript/transcript.ts";
import { exceptionDocument } from "../documents/documentText.ts";
import { readOne, readThread, withSteps } from "../documents/readThread.ts";
import { ProjectFeedback } from "../feedback/projectFeedback.ts";
import type { ProjectClient } from "../port/projectClient.ts";
import { type Call, opName } from "../query/call.ts";
import type { ConversationKey } from "../query/conversationKey.ts";
import { createFormats } from "../text/format.ts";
import { prettyJson } from "../text/prettyJson.ts";
import { middleCut } from "../text/visibleText.ts";
import { type ChatToolResult, chatLines, textPage, withoutMiddle } from "./framedText.ts";
import { mostToolTurns } from "./toolInputs.ts";

/** Turns of a thread that are loaded, and the bytes of their inputs and outputs as JSON. */
const bounds = { turns: 2000, bytes: 20_000_000 };

const english = createFormats("en");

/** Where to start reading a conversation: turns count from 1, characters of the first one from 0. */
export interface ConversationStart {
  readonly turn: number;
  readonly character: number;
}

export const fromStart: ConversationStart = { turn: 1, character: 0 };

/** A conversation from a turn on, as a transcript with the steps of each turn. Rejects as `readThread` does. */
export async function conversationRecord(
  key: ConversationKey,
  from: ConversationStart,
  target: ProjectClient,
  signal: AbortSignal,
): Promise<ChatToolResult> {
  const thread = await readThread(key, target, { bounds, report: () => undefined }, signal);
  const { turns, leftOut, more } = thread;
  const all = turns.length + leftOut;
  const count = `${all}${more ? " or more" : ""} turns`;
  if (from.turn > turns.length) {
    const reason =
      all === 0
        ? `No ${key.kind === "agent" ? "agent conversations" : "turns"} in this project have that thread_id.`
        : `The conversation has ${count}.`;
    const unread = leftOut > 0 ? ` Only the first ${turns.length} can be read: the others are too large.` : "";
    return { head: reason + unread, data: "", rest: "" };
  }
  const before = turns.slice(0, from.turn - 1);
  const requested = turns.slice(before.length, before.length + mostToolTurns);
  const whole = await withSteps(key, requested, target, signal);
  const texts = writtenTurns([...before.map((turn): WholeTurn => ({ ...turn, steps: [] })), ...whole]);
  const feedback = await feedbackTexts(key, whole, target, signal);
  const written = texts.map((text, at) => `${text}${feedback[at - before.length] ?? ""}`);
  const page = textPage(written, { piece: from.turn, character: from.character }, mostToolTurns);
  const later =
    from.turn - 1 + requested.length < turns.length ? { piece: from.turn + requested.length, character: 0 } : null;
  const next = page.next ?? later;
  const rest =
    next === null
      ? leftOut > 0 || more
        ? `Turns after ${turns.length} cannot be read with this tool: there are too many, or they are too large.`
        : ""
      : `Cut here. For the rest, call weave_read_conversation with the same kind and thread_id, from_turn ${next.piece} and ` +
        `from_character ${next.character}.`;
  return {
    head: `Conversation of ${key.kind === "agent" ? "an agent" : "a thread"} in Weave project ${target.project}, from turn ${from.turn} of ${count}.`,
    data: `thread_id: ${JSON.stringify(middleCut(key.id, 1000))}\n\n${page.text}`,
    rest,
  };
}

/** What people and scorers wrote about each turn and its steps; nothing if the service has no feedback or fails. */
async function feedbackTexts(
  key: ConversationKey,
  turns: readonly WholeTurn[],
  target: ProjectClient,
  signal: AbortSignal,
): Promise<readonly string[]> {
  const known = new ProjectFeedback();
  const stepsOf = ({ steps }: WholeTurn) => steps.map(({ call }) => call);
  const calls = turns.flatMap((turn) => [turn.call, ...stepsOf(turn)]);
  await known.load(key, calls, target, signal);
  return turns.map((turn) => {
    const marks = known.marksOf(turn.call, stepsOf(turn), english);
    const lines = marks.map(({ callName, text, by }) => `- ${callName === null ? "" : `${callName}: `}${text} (${by})`);
    return lines.length === 0 ? "" : `\n\nFeedback:\n${lines.join("\n")}`;
  });
}

/** One turn with its steps; null if it does not exist. Rejects with a `ServiceError`, or the signal's reason. */
export async function turnRecord(turnId: string, target: ProjectClient, signal: AbortSignal) {
  const turn = await readOne(turnId, target, signal);
  if (turn === undefined) return null;
  const [text = ""] = writtenTurns(await withSteps(turn.call.conversation, [turn], target, signal));
  return cutRecord(`A turn of a conversation in Weave project ${target.project}.`, text);
}

/** One call with its exception, inputs and output; null if it does not exist. Rejects as `turnRecord` does. */
export async function callRecord(callId: string, target: ProjectClient, signal: AbortSignal) {
  const read = await readOne(callId, target, signal);
  if (read === undefined) return null;
  const { call, documents } = read;
  const text = `${prettyJson(callFacts(call))}\n${
    call.exception === null ? "" : `Exception:\n${exceptionDocument(call.exception)}\n`
  }Inputs:\n${prettyJson(documents.inputs)}\nOutput:\n${prettyJson(documents.output)}`;
  return cutRecord(`A call in Weave project ${target.project}.`, text);
}

/** What a record is about is at its start; how it ended is at its end. */
function cutRecord(head: string, whole: string): ChatToolResult {
  const { text, leftOut } = withoutMiddle(chatLines(whole));
  const rest =
    leftOut === 0
      ? ""
      : `${leftOut} characters in the middle are left out, at […]. The user can open the whole record in Weave Threads.`;
  return { head, data: text, rest };
}

/** The facts of a call with the service's field names; times are ISO 8601 in UTC. */
export function callFacts(call: Call) {
  const id = (text: string | null) => (text === null ? null : middleCut(text, longestId));
  return {
    id: id(call.id),
    op: middleCut(opName(call.op), longestId),
    status: call.status,
    started_at: new Date(call.startedAt).toISOString(),
    ended_at: call.endedAt === null ? null : new Date(call.endedAt).toISOString(),
    duration_ms: call.endedAt === null ? null : call.endedAt - call.startedAt,
    trace_id: id(call.traceId),
    thread_id: id(call.conversation?.id ?? null),
    turn_id: id(call.turnId),
    parent_id: id(call.parentId),
  };
}

/** A longer ID is cut, and cannot be used to ask again. */
export const longestId = 300;
