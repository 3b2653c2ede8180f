import { endCut, plainText } from "./visibleText.ts";

const longestQuote = 200;

/** Untrusted text for the screen: bounded, on one line, without hidden characters. */
export function quoted(text: string): string {
  return endCut(plainText(text.slice(0, 4 * longestQuote)), longestQuote);
}

/** A sentence with untrusted text as its reason: `It failed: out of memory.`; only the sentence if there is none. */
export function withReason(sentence: string, detail: string): string {
  const text = quoted(detail.trim());
  if (text === "") return sentence;
  return `${sentence.replace(/\.$/, "")}: ${text}${/[.!?…]$/.test(text) ? "" : "."}`;
}

/** The non-empty sentences joined by spaces. */
export function sentences(...parts: readonly string[]): string {
  return parts.filter((part) => part !== "").join(" ");
}
