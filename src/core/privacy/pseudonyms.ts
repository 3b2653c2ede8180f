import * as l10n from "@vscode/l10n";
import { plural } from "../text/plural.ts";

const kinds = [
  "thread",
  "call",
  "trace",
  "user",
  "run",
  "entity",
  "project",
  "ref",
  "id",
  "key",
  "text",
  "count",
] as const;

/** What a pseudonym stands for: the first part of it. */
export type Kind = (typeof kinds)[number];

/** A pseudonym with its meaning, to be stored. */
export interface KnownPseudonym {
  readonly pseudonym: string;
  readonly original: string;
}

const nameKinds: readonly Kind[] = ["entity", "project", "user", "thread", "call", "run"];

const letters = "abcdefghijklmnopqrstuvwxyz234567";
/** Begins with one of few words, so that a long word in a text is read once. */
const shape = new RegExp(`(?<![a-z])(?:${kinds.join("|")})-[${letters}]{8}(?![a-z0-9])`, "g");

/**
 * Random pseudonyms, `thread-k3f9axw2`, the same for equal originals of a kind: nothing can be computed from them, and
 * only this object knows what they stand for.
 */
export class Pseudonyms {
  readonly #pseudonyms = new Map<string, string>();
  readonly #originals = new Map<string, string>();

  constructor(known: readonly KnownPseudonym[]) {
    for (const { pseudonym, original } of known) {
      const kind = pseudonym.slice(0, pseudonym.indexOf("-"));
      this.#add(kind, pseudonym, original);
    }
  }

  /** A pseudonym itself is returned unchanged. */
  of(kind: Kind, original: string): string {
    if (original === "" || this.#originals.has(original)) return original;
    const known = this.#pseudonyms.get(`${kind} ${original}`);
    if (known !== undefined) return known;
    let pseudonym = newPseudonym(kind);
    while (this.#originals.has(pseudonym)) pseudonym = newPseudonym(kind);
    return this.#add(kind, pseudonym, original);
  }

  /** Whether a text is a name or ID that has a pseudonym. */
  isName(text: string): boolean {
    return nameKinds.some((kind) => this.#pseudonyms.has(`${kind} ${text}`));
  }

  /** Replaces each pseudonym in a text by what it stands for. */
  reveal(text: string): string {
    return text.replace(shape, (pseudonym) => this.#originals.get(pseudonym) ?? pseudonym);
  }

  /** The pseudonyms in a text, with their meaning. */
  in(text: string): readonly KnownPseudonym[] {
    return [...text.matchAll(shape)].flatMap(([pseudonym]) => {
      const original = this.#originals.get(pseudonym);
      return original === undefined ? [] : [{ pseudonym, original }];
    });
  }

  #add(kind: string, pseudonym: string, original: string): string {
    this.#pseudonyms.set(`${kind} ${original}`, pseudonym);
    this.#originals.set(pseudonym, original);
    return pseudonym;
  }
}

/** Those to be stored instead of others, each once; null if these are the same. */
export function newlyKnown(
  known: readonly KnownPseudonym[],
  stored: readonly KnownPseudonym[],
): readonly KnownPseudonym[] | null {
  const unique = new Map(known.map((one) => [one.pseudonym, one]));
  const isSame = unique.size === stored.length && stored.every(({ pseudonym }) => unique.has(pseudonym));
  return isSame ? null : [...unique.values()];
}

function newPseudonym(kind: Kind): string {
  const random = crypto.getRandomValues(new Uint8Array(8));
  return `${kind}-${[...random].map((byte) => letters[byte % letters.length]).join("")}`;
}

/** The placeholder of a text, by its kind and length: `message, 240 characters`. */
export function placeholder(kind: "message" | "text", text: string): string {
  const { length } = text;
  const message = plural(length, l10n.t("message, 1 character"), l10n.t("message, {0} characters", length));
  const other = plural(length, l10n.t("text, 1 character"), l10n.t("text, {0} characters", length));
  return kind === "message" ? message : other;
}
