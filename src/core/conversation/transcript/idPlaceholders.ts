/** Ids that models' services and their libraries make anew for every call, by how they begin. */
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

/** A hundred words begin like an id (`call_customer`): of an id a dozen letters and digits follow, both of them. */
const made = `(${prefixes.join("|")})[-_](?=[A-Za-z]*\\d)(?=\\d*[A-Za-z])[A-Za-z0-9]{12,}(?![A-Za-z0-9_])`;
const uuid = "[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12}(?![0-9A-Za-z])";
/** What the service names a version by, behind the name in a ref: 43 letters and digits, of a hash. */
const digest = "(?<=weave:///[^\\r\\n:\"']{3,400}:)[A-Za-z0-9]{32,64}(?![A-Za-z0-9])";

const anyId = new RegExp(`(?<![A-Za-z0-9_])(?:${made}|(${uuid})|${digest})`, "g");

/** Of an id of any kind. */
const shortest = 15;

const kinds = [...prefixes, "uuid", "digest"].join("|");

/** A text that looks like a placeholder by itself, or like one that was told apart before. */
const lookalike = new RegExp(`‹(?=(?:literal )*(?:${kinds}) \\d+›)`, "g");

/**
 * Names for ids that differ from run to run though nothing else does: `‹uuid 1›`, `‹call 2›`, counted in the order in
 * which they first come up. One id has one name in all texts, so that what belongs together still does.
 */
export class IdPlaceholders {
  readonly #names = new Map<string, string>();
  readonly #counts = new Map<string, number>();

  /** A text with its ids replaced; texts that differ in more than ids stay different. */
  text(text: string): string {
    if (text.length < shortest && !text.includes("‹")) return text;
    const plain = text.includes("‹") ? text.replace(lookalike, "‹literal ") : text;
    return plain.replace(anyId, (id: string, prefix: string | undefined, uuid: string | undefined) =>
      this.id(id, prefix ?? (uuid === undefined ? "digest" : "uuid")),
    );
  }

  /** The name of what is an id by its place, whatever it looks like. */
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

/** A text with its ids replaced by their kind alone, to put keys in an order that no id has a part in. */
export function withoutIds(text: string): string {
  return text.length < shortest ? text : text.replace(anyId, "‹›");
}
