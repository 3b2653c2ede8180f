import type { Json } from "../../json.ts";

/** One message of a conversation, whatever shape the program gave it. */
export interface Message {
  /** `system`, `developer`, `user`, `assistant`, `tool`, or what else the data says. */
  readonly role: string;
  /** Who speaks, where the data names somebody. */
  readonly name: string | null;
  /** Which of several answers to the same input this is, counted from 1; null where there is one answer alone. */
  readonly choice: number | null;
  /** In the order in which they were said; none where the message is empty. */
  readonly parts: readonly MessagePart[];
  /** What else the message says (ids, annotations, cache marks, …), without members that are null or empty; null where nothing is left. */
  readonly rest: Json | null;
}

export type MessagePart =
  /** Markdown. */
  | { readonly kind: "text"; readonly text: string }
  /** What a model thought before it answered; Markdown. */
  | { readonly kind: "thinking"; readonly text: string }
  /** Why a model does not answer; Markdown. */
  | { readonly kind: "refusal"; readonly text: string }
  | ToolCallPart
  | ToolResultPart
  | MediaPart
  /** Whatever has no shape that is known. */
  | { readonly kind: "json"; readonly value: Json };

export interface ToolCallPart {
  readonly kind: "toolCall";
  readonly id: string | null;
  readonly name: string;
  /** Parsed where it is a JSON object or list in a text; null where there are none. */
  readonly arguments: Json;
}

export interface ToolResultPart {
  readonly kind: "toolResult";
  /** The call's. */
  readonly id: string | null;
  /** The tool's, where the result says it. */
  readonly name: string | null;
  /** Parsed where it is a JSON object or list in a text. */
  readonly content: Json;
  readonly failed: boolean;
}

/** An image, a sound or a file: told of, never fetched. Either `address` or `data` is a text. */
export interface MediaPart {
  readonly kind: "media";
  /** `image/png`; `image` alone where no more is known, null where not even that. */
  readonly mediaType: string | null;
  readonly name: string | null;
  /** A URL, a ref, or the id that a model's service gave the file. */
  readonly address: string | null;
  /** Of `data` once decoded; null for an address. */
  readonly bytes: number | null;
  /** Base64, as it was sent. */
  readonly data: string | null;
}

/** What a turn's inputs and output say. Nothing of them is left out: what is no message is in the rests. */
export interface TurnContent {
  /** Repeated from earlier turns, as chat programs send the whole conversation each time: up to the last answer. */
  readonly history: readonly Message[];
  readonly input: readonly Message[];
  /** Of the output, the messages of the input that it begins with, as graphs of agents return their whole state. */
  readonly repeated: readonly Message[];
  readonly output: readonly Message[];
  /** Inputs beside the messages (model, temperature, …); null where there are none. */
  readonly inputRest: Json | null;
  readonly outputRest: Json | null;
}
