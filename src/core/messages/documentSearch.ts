import { isList, isObject, type Json } from "../text/json.ts";
import { formats } from "./formats.ts";
import { Members, names } from "./members.ts";
import { type Message, textMessage } from "./message.ts";
import type { Reading, Side } from "./messageFormat.ts";
import { parsedJson } from "./toolPart.ts";

/** Maximum depth at which messages are searched in inputs or output. */
const mostDepth = 4;

/** Where inputs, or an output, of no known format keep messages. */
interface MessageSource {
  /** The role of messages without one. */
  readonly role: string;
  /** Fields whose list contains messages, even if some of its values are not. */
  readonly lists: readonly string[];
  /** Fields that contain a message as text, most likely first. */
  readonly texts: readonly string[];
  /** Fields that wrap all of these. */
  readonly wrappers: readonly string[];
}

const sources: Readonly<Record<Side, MessageSource>> = {
  inputs: {
    role: "user",
    lists: names(`
      history chat_history chatHistory conversation_history message_history previous_messages messages input prompt
      conversation`),
    texts: names(`
      prompt question query user_message userMessage user_input userInput user_query user_prompt message input text
      content request utterance task`),
    wrappers: names("input inputs state request body payload data params kwargs arg0"),
  },
  output: {
    role: "assistant",
    lists: names("output messages all_messages"),
    texts: names(`
      answer final_answer final_output response reply text content completion message output output_text generated_text
      result`),
    wrappers: names("output outputs response result message completion data body value"),
  },
};

/** What the first reader finds that finds anything. */
export function firstFound(...readers: readonly (() => readonly Message[])[]): readonly Message[] {
  for (const read of readers) {
    const messages = read();
    if (messages.length > 0) return messages;
  }
  return [];
}

/** The messages in inputs or output of any structure: what a format recognizes first, then what names of fields say. */
export class DocumentSearch {
  readonly #side: Side;
  readonly #reading: Reading;
  readonly #source: MessageSource;

  constructor(side: Side, reading: Reading) {
    this.#side = side;
    this.#reading = reading;
    this.#source = sources[side];
  }

  /** What is read is taken from the members. */
  messages(members: Members): readonly Message[] {
    return firstFound(
      () => this.#within(members, 0, true),
      () => this.#onlyText(members),
    );
  }

  #within(members: Members, depth: number, textsToo: boolean): readonly Message[] {
    const itself = this.#reading.message(members.object);
    if (itself !== undefined) {
      // The other fields of the object are the rest of the message.
      for (const key of Object.keys(members.object)) members.take(key);
      return itself;
    }
    const inFormat = formats.flatMap(({ document }) =>
      document === undefined ? [] : [() => document(members, this.#side, this.#reading)],
    );
    return firstFound(
      ...inFormat,
      () => {
        const listed = this.#listed(members);
        if (!awaitsText(listed)) return listed;
        if (this.#side === "output") this.#takeRepeated(members, listed);
        return [...listed, ...this.#messages(members)];
      },
      () => (textsToo ? this.#messages(members) : []),
      () => this.#wrapped(members, depth, textsToo),
    );
  }

  /** Takes the texts that the last answer of the assistant says. */
  #takeRepeated(members: Members, listed: readonly Message[]): void {
    const last = listed.findLast(({ role }) => role === "assistant");
    const texts = (last?.parts ?? []).flatMap((part) => (part.kind === "text" ? [part.text] : []));
    const known = new Set([...texts, texts.join("")].map(withoutSpace));
    const isSaid = (value: Json | undefined) =>
      typeof value === "string" && value !== "" && known.has(withoutSpace(value));
    for (const key of this.#source.texts) if (isSaid(members.at(key))) members.take(key);
  }

  /** The messages in list fields: those with known names first, then any. */
  #listed(members: Members): readonly Message[] {
    const { role, lists } = this.#source;
    const taken = (key: string, isAny: boolean) => {
      const value = members.at(key);
      const list = !isAny && typeof value === "string" ? parsedJson(value) : value;
      const streamed = isList(list) && !list.every(isText) ? this.#reading.stream(list, this.#side) : undefined;
      const isWhole = isAny || list !== value;
      const messages = streamed?.messages ?? this.#reading[isWhole ? "wholeList" : "list"](list, role);
      if (messages.length > 0) members.leave(key, streamed?.rest ?? null);
      return messages;
    };
    const named = lists.flatMap((key) => taken(key, false));
    return named.length > 0 ? named : firstFound(...Object.keys(members.object).map((key) => () => taken(key, true)));
  }

  #messages(members: Members): readonly Message[] {
    const { role, texts } = this.#source;
    for (const key of texts) {
      const value = members.at(key);
      if (value === undefined || value === null || value === "") continue;
      if (typeof value === "string") {
        if (isRef(value)) continue;
        members.take(key);
        return [textMessage(role, value)];
      }
      const one = isObject(value) ? this.#reading.message(value) : undefined;
      const isContent = isList(value) && (value.every(isTyped) || (key === "content" && value.every(isObject)));
      const messages = one ?? (isContent ? this.#reading.only(role, value) : []);
      if (messages.length === 0) continue;
      members.take(key);
      return messages;
    }
    return [];
  }

  #wrapped(members: Members, depth: number, textsToo: boolean): readonly Message[] {
    if (depth >= mostDepth) return [];
    const { wrappers } = this.#source;
    const keys = new Set([...wrappers, ...Object.keys(members.object)]);
    keys.delete("self");
    for (const key of keys) {
      const value = members.at(key);
      if (!isObject(value)) continue;
      const inner = new Members(value);
      const found = this.#within(inner, depth + 1, textsToo && wrappers.includes(key));
      if (found.length === 0) continue;
      members.leave(key, inner.wholeRest());
      return found;
    }
    return [];
  }

  /** The only text, whatever its name. */
  #onlyText(members: Members): readonly Message[] {
    const keys = Object.keys(members.object).filter((key) => key !== "self");
    const [name = ""] = keys;
    const text = members.at(name);
    if (keys.length !== 1 || typeof text !== "string" || text === "" || isRef(text)) return [];
    members.take(name);
    return [textMessage(this.#source.role, text)];
  }
}

/** Who says what inputs, or an output, are. */
export function speakerOf(side: Side): string {
  return sources[side].role;
}

/** Whether the last message is next to the list: the list ends with a response, or has no text of this side. */
function awaitsText(messages: readonly Message[]): boolean {
  const role = messages.at(-1)?.role;
  return role === "assistant" || role === "system" || role === "developer";
}

function isText(value: Json): boolean {
  return typeof value === "string";
}

function withoutSpace(text: string): string {
  return text.replace(/\s+/g, "");
}

/** Parts of a message, which a list of nothing else is: rows of data have other fields. */
export function isTyped(part: Json): boolean {
  return isObject(part) && typeof part.type === "string";
}

export function isRef(text: string): boolean {
  return text.startsWith("weave:///") && !/\s/.test(text.slice(0, 300));
}
