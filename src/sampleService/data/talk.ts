import type { Json } from "../../core/json.ts";

export interface JsonObject {
  readonly [key: string]: Json;
}

/** A tool that a model asked for, and what came of it. */
export interface ToolUse {
  readonly id: string;
  readonly name: string;
  readonly arguments: JsonObject;
  readonly result: Json;
  readonly failed?: boolean;
}

/** What a person said and what followed, before a program gives it a shape. */
export interface Round {
  readonly user: string;
  /** In the order of their use. */
  readonly tools?: readonly ToolUse[];
  /** Null where no answer has come: in the round that is asked for, and in one that failed. */
  readonly assistant: string | null;
}

/** What is sent to be answered: the last round is the one that is asked for. */
export interface Talk {
  readonly system: string;
  /** A model's name. */
  readonly model: string;
  readonly rounds: readonly Round[];
}

/** What comes back: words, or the wish for tools, or both. */
export interface Answer {
  readonly id: string;
  readonly model: string;
  readonly text: string | null;
  readonly thinking?: string;
  readonly tools?: readonly ToolUse[];
  /** What the words rest on. */
  readonly sources?: readonly Json[];
}

/** How one kind of program writes a conversation down. */
export interface Shape {
  inputs(talk: Talk): JsonObject;
  output(answer: Answer): Json;
}

/** The last words of a person. */
export function question({ rounds }: Talk): string {
  return rounds.at(-1)?.user ?? "";
}
