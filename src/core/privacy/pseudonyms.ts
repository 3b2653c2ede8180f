import * as l10n from "@vscode/l10n";
import { conversationKinds } from "../query/conversationKey.ts";
import type { ProjectId } from "../query/projectId.ts";
import { plural } from "../text/plural.ts";

const ofCalls = ["call", "trace", "user", "run"] as const;
const kinds = [...conversationKinds, ...ofCalls, "entity", "project", "ref", "id", "text", "count"] as const;

/** What a pseudonym stands for: the first part of it. */
export type Kind = (typeof kinds)[number];

const letters = "abcdefghijklmnopqrstuvwxyz234567";
/** Begins with one of few words, so that a long word in a text is read once. */
const shape = new RegExp(`(?<![a-z])(?:${kinds.join("|")})-[${letters}]{8}(?![a-z0-9])`, "g");

/** Random pseudonyms, `thread-k3f9axw2`, the same for equal originals of a kind; only this object knows for which. */
export class Pseudonyms {
  readonly #pseudonyms = new Map<string, string>();
  readonly #originals = new Map<string, string>();

  /** A pseudonym itself is returned unchanged. */
  of(kind: Kind, original: string): string {
    if (original === "" || this.#originals.has(original)) return original;
    const known = this.#pseudonyms.get(`${kind} ${original}`);
    if (known !== undefined) return known;
    let pseudonym = newPseudonym(kind);
    while (this.#originals.has(pseudonym)) pseudonym = newPseudonym(kind);
    this.#pseudonyms.set(`${kind} ${original}`, pseudonym);
    this.#originals.set(pseudonym, original);
    return pseudonym;
  }

  /** Replaces each pseudonym in a text by what it stands for. */
  reveal(text: string): string {
    return text.replace(shape, (pseudonym) => this.#originals.get(pseudonym) ?? pseudonym);
  }
}

/** Whether a project is written with pseudonyms, of this window or another. */
export function isPseudonym(project: ProjectId): boolean {
  return project.replace(shape, "") === "/";
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
