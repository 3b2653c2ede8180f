/** A piece of a text: from `start` up to `end`, as offsets. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

const opening = "([{";

/** The brackets of masked code, which has none in strings or comments. Bracket types are not matched against each other. */
export class Brackets {
  readonly #code: string;
  readonly #closes = new Map<number, number>();

  constructor(code: string) {
    this.#code = code;
    const open: number[] = [];
    for (const { 0: bracket, index } of code.matchAll(/[([{}\])]/g)) {
      if (opening.includes(bracket)) open.push(index);
      else this.#closes.set(open.pop() ?? -1, index);
    }
  }

  /** Where the bracket at `open` closes; the end of the code if it does not. */
  close(open: number): number {
    return this.#closes.get(open) ?? this.#code.length;
  }

  /** The offset after the bracket that closes the one at `open`. */
  behind(open: number): number {
    return Math.min(this.close(open) + 1, this.#code.length);
  }

  /** The text between the top-level commas of the bracket at `open`; without parts that are only spaces. */
  parts(open: number): readonly Span[] {
    const close = this.close(open);
    const parts: Span[] = [];
    let start = open + 1;
    for (let at = start; at < close; at += 1) {
      const character = this.#code.charAt(at);
      if (opening.includes(character)) at = this.close(at);
      else if (character === ",") {
        parts.push({ start, end: at });
        start = at + 1;
      }
    }
    if (this.#code.slice(start, close).trim() !== "") parts.push({ start, end: close });
    return parts;
  }
}

/** The bracket depth at the end of a piece of masked code that starts at `depth`; never below 0. */
export function depthAfter(code: string, depth = 0): number {
  let at = depth;
  for (const [character] of code.matchAll(/[([{}\])]/g))
    at = opening.includes(character) ? at + 1 : Math.max(0, at - 1);
  return at;
}

/** The content of the quotes that open at `quote`; masked code has only spaces between them. */
export function quotedText(text: string, code: string, quote: number): string | undefined {
  const end = code.indexOf(code.charAt(quote), quote + 1);
  return end === -1 ? undefined : text.slice(quote + 1, end);
}
