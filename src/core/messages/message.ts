import type { Json } from "../text/json.ts";
import type { Members } from "./members.ts";

/** One message of a conversation, independent of its original format. */
export interface Message {
  /** `system`, `developer`, `user`, `assistant`, `tool`, or any other role in the data. */
  readonly role: string;
  /** The speaker's name, if present. */
  readonly name: string | null;
  /** The number of this choice among several responses to the same input, from 1; null if there is only one. */
  readonly choice: number | null;
  /** In order; none if the message is empty. */
  readonly parts: readonly MessagePart[];
  /** Other fields of the message (IDs, annotations, cache marks, …), without empty ones; null if there are none. */
  readonly rest: Json | null;
}

export type MessagePart =
  /** Markdown. */
  | { readonly kind: "text"; readonly text: string }
  /** A model's reasoning before its response; Markdown. Empty if only the model service can read it. */
  | { readonly kind: "thinking"; readonly text: string }
  /** A model's reason for refusing; Markdown. */
  | { readonly kind: "refusal"; readonly text: string }
  | ToolCallPart
  | ToolResultPart
  | MediaPart
  /** What a sub-agent was given, said and did. */
  | AgentPart
  /** The context of a model was replaced by a summary, which may be empty; `before` and `after` are messages. */
  | { readonly kind: "compaction"; readonly summary: string; readonly before: number; readonly after: number }
  /** Text that a program put around the user's. */
  | { readonly kind: "injected"; readonly text: string }
  /** Anything of unknown shape. */
  | { readonly kind: "json"; readonly value: Json };

export type AgentPart = {
  readonly kind: "agent";
  readonly name: string;
  readonly failed: boolean;
  readonly parts: readonly MessagePart[];
};

export type ToolCallPart = {
  readonly kind: "toolCall";
  readonly id: string | null;
  readonly name: string;
  /** The recorded call with these arguments as its inputs, if it is known. */
  readonly callId?: string;
  /** Parsed if it is a JSON object or list in a text; null if there are none. */
  readonly arguments: Json;
};

export type ToolResultPart = {
  readonly kind: "toolResult";
  /** The ID of the call. */
  readonly id: string | null;
  /** The name of the tool, if the result contains it. */
  readonly name: string | null;
  /** Parsed if it is a JSON object or list in a text; null if `parts` are all of it. */
  readonly content: Json;
  /** If it has several parts, or media: texts, media, and JSON of other parts. */
  readonly parts: readonly MessagePart[];
  readonly failed: boolean;
};

/** An image, audio or a file: described, never fetched. */
export type MediaPart = {
  readonly kind: "media";
  /** `image/png`; `image` if no more is known, null if nothing is. */
  readonly mediaType: string | null;
  readonly name: string | null;
  /** A URL, a ref, or the file ID at the model service; null if Weave keeps the file. */
  readonly address: string | null;
  /** Of the decoded `data`, or as the part says; null if not known. */
  readonly bytes: number | null;
  /** Base64, as sent; null if there is an address, or if the call does not contain it. */
  readonly data: string | null;
};

/** The messages in a turn's inputs and output. Nothing is omitted: anything else is in the rests. */
export interface TurnContent {
  /** Repeated from earlier turns, as chat programs send the whole conversation each time: up to the last response. */
  readonly history: readonly Message[];
  readonly input: readonly Message[];
  /** What the output repeats of the input and the conversation before it, as agent graphs return their whole state. */
  readonly repeated: readonly Message[];
  readonly output: readonly Message[];
  /** Inputs other than messages (model, temperature, …); null if there are none. */
  readonly inputRest: Json | null;
  readonly outputRest: Json | null;
}

/** The role of a value among messages that is not a message. */
export const dataRole = "data";

/** A message with the unread fields of its object. */
export function message(role: string, parts: readonly MessagePart[], from?: Members): Message {
  return { role, name: null, choice: null, parts, rest: from?.rest() ?? null };
}

export function textMessage(role: string, text: string, from?: Members): Message {
  return message(role, [{ kind: "text", text }], from);
}

/** Whether a message is a person's: with a tool's result, as Anthropic and Google send them, it continues the turn. */
export function isPersons({ role, parts }: Message): boolean {
  return role === "user" && !parts.some(({ kind }) => kind === "toolResult");
}

/** The words of programs for each role. */
const roles: readonly (readonly [role: string, words: readonly string[]])[] = [
  ["user", ["human", "user"]],
  ["assistant", ["ai", "aimessagechunk", "assistant", "bot", "chatbot", "gpt", "model"]],
  ["system", ["system"]],
  ["developer", ["developer"]],
  ["tool", ["tool", "function"]],
];

/** The standard role that a program's word stands for; undefined for any other word. */
export function usualRole(word: string): string | undefined {
  const plain = word.toLowerCase().replace(/message$/, "");
  return roles.find(([, words]) => words.includes(plain))?.[0];
}
