import type { Json } from "../json.ts";

/** One message of a conversation, whatever shape the program gave it. */
export interface Message {
  /** `system`, `developer`, `user`, `assistant`, `tool`, or what else the data says. */
  readonly role: string;
  /** Who speaks, where the data names somebody. */
  readonly name: string | null;
  readonly parts: readonly MessagePart[];
}

export type MessagePart =
  /** Markdown. */
  | { readonly kind: "text"; readonly text: string }
  /** What a model thought before it answered; Markdown. */
  | { readonly kind: "thinking"; readonly text: string }
  /** `arguments` is parsed where it is JSON in a string, else that string. */
  | { readonly kind: "toolCall"; readonly id: string | null; readonly name: string; readonly arguments: Json }
  | { readonly kind: "toolResult"; readonly id: string | null; readonly content: Json; readonly failed: boolean }
  /** An image, a sound or a file: told of, never fetched. `bytes` is null for an address. */
  | {
      readonly kind: "media";
      readonly mediaType: string | null;
      readonly address: string | null;
      readonly bytes: number | null;
    }
  /** Whatever has no shape that is known. */
  | { readonly kind: "json"; readonly value: Json };

/** What a turn's inputs and output say. Nothing of them is left out: what is no message is in the rests. */
export interface TurnContent {
  /** Repeated from earlier turns, as chat programs send the whole conversation each time: up to the last answer. */
  readonly history: readonly Message[];
  readonly input: readonly Message[];
  readonly output: readonly Message[];
  /** Inputs beside the messages (model, temperature, …); null where there are none. */
  readonly inputRest: Json | null;
  readonly outputRest: Json | null;
}
