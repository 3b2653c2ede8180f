import type { Json } from "../../../../src/core/text/json.ts";

/** A Python literal and the position after it. */
export interface ReadLiteral {
  readonly value: Json;
  readonly end: number;
}

const simpleEscapes: Readonly<Record<string, string>> = {
  "\\": "\\",
  "'": "'",
  '"': '"',
  a: "\u0007",
  b: "\b",
  f: "\f",
  n: "\n",
  r: "\r",
  t: "\t",
  v: "\v",
};
const hexEscapes: Readonly<Record<string, number>> = { x: 2, u: 4, U: 8 };

/**
 * Parses dictionaries, lists, double-quoted strings, numbers, `True`, `False` and `None` as in the language reference
 * (https://docs.python.org/3/reference/lexical_analysis.html). Throws on anything else.
 */
export function readPython(text: string, start = 0): ReadLiteral {
  const reader = new PythonReader(text, start);
  const value = reader.value();
  return { value, end: reader.at };
}

class PythonReader {
  at: number;
  readonly #text: string;

  constructor(text: string, start: number) {
    this.#text = text;
    this.at = start;
  }

  value(): Json {
    this.#blanks();
    if (this.#takes("[")) return this.#members("]", () => this.value());
    if (this.#takes("{")) return Object.fromEntries(this.#members("}", () => this.#entry()));
    if (this.#takes('"')) return this.#string();
    for (const [name, value] of [
      ["None", null],
      ["True", true],
      ["False", false],
    ] as const) {
      if (this.#takes(name)) return value;
    }
    const [number] = /^-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/.exec(this.#text.slice(this.at)) ?? [];
    if (number === undefined)
      throw new SyntaxError(`no literal at ${this.at}: ${this.#text.slice(this.at, this.at + 20)}`);
    this.at += number.length;
    return Number(number);
  }

  #entry(): readonly [string, Json] {
    this.#blanks();
    if (!this.#takes('"')) throw new SyntaxError(`no key at ${this.at}`);
    const key = this.#string();
    this.#blanks();
    if (!this.#takes(":")) throw new SyntaxError(`no colon at ${this.at}`);
    return [key, this.value()];
  }

  #members<T>(close: string, read: () => T): T[] {
    const members: T[] = [];
    for (;;) {
      this.#blanks();
      if (this.#takes(close)) return members;
      members.push(read());
      this.#blanks();
      if (!this.#takes(",") && this.#text[this.at] !== close) throw new SyntaxError(`no comma at ${this.at}`);
    }
  }

  #string(): string {
    let read = "";
    for (;;) {
      const character = this.#text[this.at];
      this.at += 1;
      if (character === undefined || character === "\n" || character === "\r" || character === "\0")
        throw new SyntaxError(`the string does not end before ${this.at}`);
      if (character === '"') return read;
      read += character === "\\" ? this.#escaped() : character;
    }
  }

  #escaped(): string {
    const letter = this.#text[this.at] ?? "";
    this.at += 1;
    const simple = simpleEscapes[letter];
    if (simple !== undefined) return simple;
    const digits = this.#text.slice(this.at, this.at + (hexEscapes[letter] ?? 0));
    if (digits === "" || !/^[\da-f]+$/i.test(digits)) throw new SyntaxError(`no escape at ${this.at}`);
    this.at += digits.length;
    const code = Number.parseInt(digits, 16);
    // In Python, two surrogates are two characters, which JSON text never contains.
    if (letter === "u" && code >= 0xd800 && code < 0xdc00 && /^\\u[dD][c-fC-F]/.test(this.#text.slice(this.at)))
      throw new SyntaxError(`a character in halves at ${this.at}`);
    return String.fromCodePoint(code);
  }

  #blanks(): void {
    while (/[ \n]/.test(this.#text[this.at] ?? "")) this.at += 1;
  }

  #takes(text: string): boolean {
    if (!this.#text.startsWith(text, this.at)) return false;
    this.at += text.length;
    return true;
  }
}
