import { isLoopback } from "../session/serviceUrl.ts";

/** What a placeholder stands for. */
export type MaskKind = "project" | "host" | "user" | "id" | "text";

/** Puts placeholders in the place of what is not to be told: the same one for the same value, `project-1`, `host-2`. */
export class Masks {
  readonly #placeholders = new Map<string, string>();
  readonly #counts = new Map<MaskKind, number>();
  /** Finds every known value; null where one has come since it was made. */
  #finder: RegExp | null = null;

  /** The placeholder of a value, which is known from here on wherever it stands. */
  of(kind: MaskKind, value: string): string {
    if (value === "" || (kind === "host" && isLoopback(value))) return value;
    const before = this.#placeholders.get(value);
    if (before !== undefined) return before;
    const count = (this.#counts.get(kind) ?? 0) + 1;
    const placeholder = `${kind}-${count}`;
    this.#counts.set(kind, count);
    this.#placeholders.set(value, placeholder);
    this.#finder = null;
    return placeholder;
  }

  /** A stranger's text with every known value masked, and whatever looks like a name, an address or an id. */
  text(text: string): string {
    this.#finder ??= finderOf([...this.#placeholders.keys()]);
    return text
      .split(this.#finder)
      .map((part, index) =>
        index % 2 === 1 ? this.#placeholders.get(part) : part.replace(suspect, (...found) => this.#suspect(found)),
      )
      .join("");
  }

  #suspect([whole, quote, quotedText, address, email, host, port, path, id]: readonly unknown[]): string {
    if (typeof quote === "string" && typeof quotedText === "string") {
      const last = String(whole).at(-1);
      return isVocabulary(quotedText) ? String(whole) : `${quote}${this.of("text", quotedText)}${last}`;
    }
    if (typeof address === "string") return this.of("host", address);
    if (typeof email === "string") return this.of("user", email);
    if (typeof host === "string")
      return isField(host) || isFile(host) ? String(whole) : `${this.of("host", host)}${port ?? ""}`;
    if (typeof path === "string") return this.of("project", path);
    return this.of("id", String(id));
  }
}

/** In this order: what is quoted, addresses, people, hosts, paths, and words with figures in them. */
const suspect = new RegExp(
  [
    /(["'`“‘])([^"'`“”‘’]+)["'`”’]/,
    /([a-z][a-z\d+.-]*:\/\/[^\s"'<>]+)/,
    /([^\s@<>"']+@[^\s@<>"']+)/,
    /((?:\d{1,3}\.){3}\d{1,3}|\[?[\da-f]*:[\da-f:]*:[\da-f.]*\]?|(?:[a-z\d_-]+\.)+[a-z]{2,})(:\d+)?/,
    /([^\s/,;]+(?:\/[^\s/,;]+)+)/,
    /((?=[^\s,;]*\d)[^\s,;:()[\]{}]{6,}|[\p{L}\d+=-]{24,})/u,
  ]
    .map(({ source }) => source)
    .join("|"),
  "giu",
);

/** A field of the service's own language, however many dots it has. */
function isField(text: string): boolean {
  return /^(?:body|filter|query|summary|inputs|output|attributes|feedback|sort_by)\./i.test(text);
}

/** `Node.js` and names of files, whose endings are no top-level domains. */
function isFile(text: string): boolean {
  return /\.(?:[cm]?js|[cm]?ts|jsonl?)$/i.test(text);
}

/** Words of the interface itself, which its messages quote. */
function isVocabulary(text: string): boolean {
  return (
    /^\$[a-z]+$/i.test(text) ||
    /^(?:asc|desc|true|false|null|none|string|double|int|bool|exists|(?:thread|op|trace|call|turn|parent)_\w+|turn_count|start_time|last_updated|p\d\d_turn_duration_ms)$/i.test(
      text,
    ) ||
    isField(text)
  );
}

/** The longest comes first. One that may be part of any word is looked for as a word of its own. */
function finderOf(values: readonly string[]): RegExp {
  const longestFirst = values.toSorted((a, b) => b.length - a.length);
  const word = (text: string) => String.raw`(?<![\p{L}\d])${escaped(text)}(?![\p{L}\d])`;
  const found = longestFirst.map((value) => (value.length < shortest ? word(value) : escaped(value)));
  return new RegExp(found.length === 0 ? "($^)" : `(${found.join("|")})`, "u");
}

const shortest = 4;

function escaped(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&");
}
