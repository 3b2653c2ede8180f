import type { Json, JsonObject } from "../text/json.ts";
import type { Members } from "./members.ts";
import type { Message, MessagePart } from "./message.ts";

/** The document of a turn in which messages are. */
export type Side = "inputs" | "output";

/** The parts that were read from a content, and what was not. */
export interface PartsRead {
  readonly parts: readonly MessagePart[];
  readonly rest: Json | null;
}

/** The messages read from a value, and the rest of it. */
export interface MessagesRead {
  readonly messages: readonly Message[];
  readonly rest: Json | null;
}

/** The readers of all formats together, for values inside a value. */
export interface Reading {
  /** The content of a message; `typeKey` is the field that names the type of a part. */
  content(content: Json | undefined, typeKey?: string): PartsRead;
  /** The messages in one value of a list of messages; undefined for anything else. */
  message(value: Json): readonly Message[] | undefined;
  messages(value: Json, side: Side): MessagesRead;
  /** The messages of a list that has at least one; its other values stay in place. */
  list(value: Json | undefined, role: string): readonly Message[];
  /** The messages of a list in which each value is one. */
  wholeList(value: Json | undefined, role: string): readonly Message[];
  /** The messages of a list whose values are not one message each. */
  stream(values: readonly Json[], side: Side): MessagesRead | undefined;
  /** A content as one message; none if no part of it is of a known shape. */
  only(role: string, content: Json | undefined): readonly Message[];
}

/** What a part says; none if it says nothing; undefined, with nothing taken, if it is not of this format. */
export type FormatParts = MessagePart | readonly MessagePart[] | undefined;
export type PartReader = (part: Members, type: string, reading: Reading) => FormatParts;

/**
 * One way in which programs log messages. It has the readers that it needs, and each recognizes what it reads by its
 * fields, as the data of users may have any names. What a reader does not take stays in the rest, so nothing is lost.
 */
export interface MessageFormat {
  readonly name: string;
  /** Where the shape is defined or written. */
  readonly source: string;
  /** The fields by which it is recognized, in Markdown. */
  readonly recognizedBy: string;
  /** The version of the extension that reads it first. */
  readonly since: string;
  /** Parts of a content by their types, separated by white space; `tool-*` is each type that begins with `tool-`. */
  readonly parts?: readonly (readonly [types: string, read: PartReader])[];
  /** A part without a type that is known. */
  readonly untyped?: (part: Members, reading: Reading) => FormatParts;
  /** A value of a list of messages. */
  readonly message?: (value: JsonObject, reading: Reading) => readonly Message[] | undefined;
  /** A list in a list of messages that is one message. */
  readonly pair?: (values: readonly Json[]) => readonly Message[] | undefined;
  /** A list whose values are not one message each, as those of a stream. */
  readonly list?: (values: readonly Json[], side: Side, reading: Reading) => MessagesRead | undefined;
  /** Inputs or output, or an object in them. */
  readonly document?: (document: Members, side: Side, reading: Reading) => readonly Message[];
}
