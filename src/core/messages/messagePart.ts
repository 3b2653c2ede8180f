import { isEmpty, isList, isObject, type Json } from "../text/json.ts";
import { formats } from "./formats.ts";
import { storedMedia } from "./mediaPart.ts";
import { leftOf, Members, names } from "./members.ts";
import type { MessagePart } from "./message.ts";
import type { FormatParts, PartReader, PartsRead, Reading } from "./messageFormat.ts";

/** How a part is read, by its type. */
const readers: ReadonlyMap<string, PartReader> = new Map(
  formats
    .flatMap(({ parts = [] }) => parts)
    .flatMap(([types, read]) => names(types).map((type) => [type, read] as const)),
);
const untyped = formats.flatMap(({ untyped: read }) => (read === undefined ? [] : [read]));

/** The content of a message: a text, a part, a list of both, or anything. */
export function contentParts(content: Json | undefined, reading: Reading, typeKey = "type"): PartsRead {
  if (content === undefined || isEmpty(content)) return { parts: [], rest: null };
  if (!isList(content)) return onePart(content, reading, typeKey);
  const read = content.map((each) => onePart(each, reading, typeKey));
  return { parts: read.flatMap(({ parts }) => parts), rest: leftOf(read.map(({ rest }) => rest)) };
}

function onePart(value: Json, reading: Reading, typeKey: string): PartsRead {
  if (typeof value === "string") return { parts: [{ kind: "text", text: value }], rest: null };
  if (!isObject(value)) return { parts: [{ kind: "json", value }], rest: null };
  const members = new Members(value);
  const named = value[typeKey];
  const type = typeof named === "string" ? named : null;
  const typed = type === null ? undefined : typedPart(members, type, reading);
  const part = typed ?? untypedPart(members, reading) ?? storedMedia(members);
  if (part === undefined) return { parts: [{ kind: "json", value }], rest: null };
  const parts = [part].flat();
  if (typed !== undefined && type !== null && isSaid(type, parts)) members.take(typeKey);
  return { parts, rest: members.rest() };
}

/** Whether the parts imply the type they were read by; `tool-<name>` may contain another name. */
function isSaid(type: string, parts: readonly MessagePart[]): boolean {
  const name = type.startsWith("tool-") ? type.slice("tool-".length) : "";
  const general = ["", "call", "result", "error", "invocation"].includes(name);
  return general || parts.some((part) => part.kind === "toolCall" && part.name === name);
}

function typedPart(part: Members, type: string, reading: Reading): FormatParts {
  const read = readers.get(type) ?? readers.get(type.replace(/-.*$/, "-*"));
  return read?.(part, type, reading);
}

function untypedPart(part: Members, reading: Reading): FormatParts {
  for (const read of untyped) {
    const found = read(part, reading);
    if (found !== undefined) return found;
  }
  return undefined;
}
