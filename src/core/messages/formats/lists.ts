import { message } from "../message.ts";
import type { MessageFormat } from "../messageFormat.ts";

/**
 * The texts of a generator that is an op, in one message: joined if they look like pieces of one text, otherwise a
 * paragraph each, as a list of texts may be alternatives. One text alone is the answer.
 */
export const texts: MessageFormat = {
  name: "Texts of a generator",
  source: "wandb/weave: an op that is a generator logs the list of what it yields; DSPy logs a list of one text",
  recognizedBy: "output: a list of nothing but texts",
  since: "0.2.0",
  list: (values, side) => {
    const texts = values.filter((each) => typeof each === "string");
    if (side === "inputs" || texts.length === 0 || texts.length < values.length) return undefined;
    const whole = arePieces(texts) ? [texts.join("")] : texts;
    const parts = whole.filter((text) => text.trim() !== "").map((text) => ({ kind: "text", text }) as const);
    return parts.length === 0 ? undefined : { messages: [message("assistant", parts)], rest: null };
  },
};

/**
 * Whether a text ends, or the next one begins, as no whole text does: with white space, or with a punctuation mark that
 * is not the end of a sentence before another one.
 */
export function arePieces(pieces: readonly string[]): boolean {
  return pieces.some((piece, at) => {
    const next = pieces[at + 1];
    if (next === undefined || piece === "" || next === "") return false;
    if (/\s$/.test(piece.slice(-1)) || /^[\s.,;:!?)\]}…。、！？」]/.test(next)) return true;
    return /[\p{P}]$/u.test(piece.slice(-2)) && !/[.!?…。！？)"'»”*`]$/u.test(piece.slice(-1));
  });
}
