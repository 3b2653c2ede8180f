import type { JsonObject } from "../../core/conversation/messages/members.ts";
import type { Json } from "../../core/json.ts";

/** A tool call of a model and its result. */
export interface ToolUse {
  readonly id: string;
  readonly name: string;
  readonly arguments: JsonObject;
  readonly result: Json;
  readonly failed?: boolean;
}

/** A user message with its tool calls and answer, before formatting. */
export interface Round {
  readonly user: string;
  /** In order of use. */
  readonly tools?: readonly ToolUse[];
  /** Null without an answer: in the current round, and in a failed one. */
  readonly assistant: string | null;
}

/** A request to a model: the last round is the current one. */
export interface Talk {
  readonly system: string;
  /** Model name. */
  readonly model: string;
  readonly rounds: readonly Round[];
}

/** The response: text, tool calls, or both. */
export interface Answer {
  readonly id: string;
  readonly model: string;
  readonly text: string | null;
  readonly thinking?: string;
  readonly tools?: readonly ToolUse[];
  /** Sources of the text. */
  readonly sources?: readonly Json[];
}

/** The message format of a kind of program. */
export interface DocumentShape {
  inputs(talk: Talk): JsonObject;
  output(answer: Answer): Json;
}
