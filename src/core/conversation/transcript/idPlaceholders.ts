/** Prefixes of IDs that model services and their libraries generate for every call. */
const prefixes = [
  "chatcmpl",
  "cmpl",
  "call",
  "toolu",
  "tooluse",
  "srvtoolu",
  "msg",
  "resp",
  "rs",
  "fc",
  "fco",
  "ctc",
  "ws",
  "fs",
  "mcp",
  "gen",
  "req",
  "run",
] as const;

/** Many words start like an ID (`call_customer`): in an ID, at least twelve letters and digits follow, including both. */
const made = `(${prefixes.join("|")})[-_](?=[A-Za-z]*\\d)(?=\\d*[A-Za-z])[A-Za-z0-9]{12,}(?![A-Za-z0-9_])`;
const uuid = "[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12}(?![0-9A-Za-z])";
/** The version digest in a ref, after the name: 43 letters and digits. */
const digest = "(?<=weave:///[^\\r\\n:\"']{3,400}:)[A-Za-z0-9]{32,64}(?![A-Za-z0-9])";

const anyId = new RegExp(`(?<![A-Za-z0-9_])(?:${made}|(${uuid})|${digest})`, "g");

/** An ID of any kind. */
const shortest = 15;

const kinds = [...prefixes, "uuid", "digest"].join("|");

/** A text that looks like a placeholder, or like one that was escaped before. */
const lookalike = new RegExp(`‹(?=(?:literal )*(?:${kinds}) \\d+›)`, "g");

/**
 * Names for IDs that differ from run to run: `‹uuid 1›`, `‹call 2›`, numbered in order of
 * first occurrence. An ID has the same name in all texts, so references stay intact.
 */
export class IdPlaceholders {
  readonly #names = new Map<string, string>();
  readonly #counts = new Map<string, number>();

  /** A text with its IDs replaced; texts that differ in more than IDs stay different. */
  text(text: string): string {
    if (text.length < shortest && !text.includes("‹")) return text;
    const plain = text.includes("‹") ? text.replace(lookalike, "‹literal ") : text;
    return plain.replace(anyId, (id: string, prefix: string | undefined, uuid: string | undefined) =>
      this.id(id, prefix ?? (uuid === undefined ? "digest" : "uuid")),
    );
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

/** A text with its IDs replaced by their kind only, for sorting keys independently of IDs. */
export function withoutIds(text: string): string {
  return text.length < shortest ? text : text.replace(anyId, "‹›");
}
