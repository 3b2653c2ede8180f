import { names } from "../../messages/members.ts";
import { isList, isNested, isObject, type Json, type JsonObject } from "../../text/json.ts";
import { type Meaningless, meaninglessMembers } from "./meaningfulJson.ts";
import type { TextForm } from "./messageMarkdown.ts";

/** Prefixes of IDs that model services and their libraries generate for every call. */
const prefixes = names("chatcmpl cmpl call toolu tooluse srvtoolu msg resp rs fc fco ctc ws fs mcp gen req run");

/** Many words start like an ID (`call_customer`): in an ID, at least twelve letters and digits follow, including both. */
const made = `(${prefixes.join("|")})[-_](?=[A-Za-z]*\\d)(?=\\d*[A-Za-z])[A-Za-z0-9]{12,}(?![A-Za-z0-9_])`;
const uuid = "[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12}(?![0-9A-Za-z])";
/** The version digest in a ref, after the name: 43 letters and digits. */
const digest = "(?<=weave:///[^\\r\\n:\"']{3,400}:)[A-Za-z0-9]{32,64}(?![A-Za-z0-9])";

const anyId = new RegExp(`(?<![A-Za-z0-9_])(?:${made}|(${uuid})|${digest})`, "g");
const shortestId = 15;

/** A text that looks like a placeholder, or like one that was escaped before. */
const lookalike = new RegExp(`‹(?=(?:literal )*(?:${[...prefixes, "uuid", "digest"].join("|")}) \\d+›)`, "g");

/**
 * Names for IDs that differ from run to run: `‹uuid 1›`, `‹call 2›`, numbered in order of
 * first occurrence. An ID has the same name in all texts, so references stay intact.
 */
export class IdPlaceholders implements TextForm {
  readonly #names = new Map<string, string>();
  readonly #counts = new Map<string, number>();

  /** A text with its IDs replaced; texts that differ in more than IDs stay different. */
  text(text: string): string {
    if (text.length < shortestId && !text.includes("‹")) return text;
    const plain = text.includes("‹") ? text.replace(lookalike, "‹literal ") : text;
    return plain.replace(anyId, (id: string, prefix: string | undefined, uuid: string | undefined) =>
      this.id(id, prefix ?? (uuid === undefined ? "digest" : "uuid")),
    );
  }

  json(value: Json): string {
    return normalizedJson(value, this);
  }

  /** The name of a value that is an ID because of its position. */
  id(id: string, kind: string): string {
    const known = this.#names.get(id);
    if (known !== undefined) return known;
    const count = (this.#counts.get(kind) ?? 0) + 1;
    const name = `‹${kind} ${count}›`;
    this.#counts.set(kind, count);
    this.#names.set(id, name);
    return name;
  }
}

/** Maximum indentation depth; beyond it, the text would be mostly spaces. */
const mostIndent = 100;

/** A list or an object being written, and the index of its next value. */
interface Frame {
  next: number;
  /** Null for the items of a list. */
  readonly keys: readonly string[] | null;
  readonly values: readonly Json[];
  readonly meaningless: ReadonlyMap<string, Meaningless> | null;
}

/**
 * A value as JSON that is equal for values of equal meaning: sorted keys, indented by two spaces, IDs replaced by
 * numbered names (see `IdPlaceholders`), and fields of model responses that differ each time removed
 * (see `meaninglessMembers`). Pass the same `ids` for texts that belong together. Not recursive.
 */
export function normalizedJson(value: Json, ids = new IdPlaceholders()): string {
  const frames: Frame[] = [];
  let text = "";
  const quoted = (each: string) => JSON.stringify(ids.text(each));
  const write = (each: Json, meaningless?: Meaningless) => {
    if (meaningless === "blank" && each !== null) text += '"‹left out›"';
    else if (typeof each === "string")
      text += meaningless === "call" ? JSON.stringify(ids.id(each, "call")) : quoted(each);
    else if (!isNested(each)) text += String(each);
    else {
      const frame = frameOf(each);
      const isFilled = frame.values.length > 0;
      if (isFilled) frames.push(frame);
      text += frame.keys === null ? (isFilled ? "[" : "[]") : isFilled ? "{" : "{}";
    }
  };
  write(value);
  for (let frame = frames.at(-1); frame !== undefined; frame = frames.at(-1)) {
    const index = frame.next++;
    const each = frame.values[index];
    if (each === undefined) {
      frames.pop();
      text += lineStart(frames.length) + (frame.keys === null ? "]" : "}");
      continue;
    }
    const key = frame.keys?.[index];
    text += `${index === 0 ? "" : ","}${lineStart(frames.length)}${key === undefined ? "" : `${quoted(key)}: `}`;
    write(each, key === undefined ? undefined : frame.meaningless?.get(key));
  }
  return text;
}

function frameOf(value: Json): Frame {
  if (isList(value)) return { next: 0, keys: null, values: value, meaningless: null };
  const object = isObject(value) ? value : {};
  const keys = sortedKeys(object);
  return { next: 0, keys, values: keys.map((key) => object[key] ?? null), meaningless: meaninglessMembers(object) };
}

/** Sorted by key with IDs replaced by their kind only, then in original order, so that the order does not depend on IDs. */
function sortedKeys(object: JsonObject): readonly string[] {
  const orderOf = (key: string) => (key.length < shortestId ? key : key.replace(anyId, "‹›"));
  const orders = new Map(Object.keys(object).map((key) => [key, orderOf(key)]));
  return [...orders].sort(([, one], [, other]) => (one < other ? -1 : one > other ? 1 : 0)).map(([key]) => key);
}

const indents = Array.from({ length: mostIndent + 1 }, (_, depth) => `\n${"  ".repeat(depth)}`);

function lineStart(depth: number): string {
  return indents[Math.min(depth, mostIndent)] ?? "\n";
}
