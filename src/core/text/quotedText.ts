import { endCut, plainText } from "./visibleText.ts";

const longestQuote = 200;

/** A stranger's text for the screen: bounded, on one line, nothing hidden in it. */
export function quoted(text: string): string {
  return endCut(plainText(text.slice(0, 4 * longestQuote)), longestQuote);
}

/** A sentence with untrusted text as its reason: `It failed: out of memory.`; only the sentence if there is none. */
export function withReason(sentence: string, detail: string): string {
  const text = quoted(detail.trim());
  if (text === "") return sentence;
  return `${sentence.replace(/\.$/, "")}: ${text}${/[.!?…]$/.test(text) ? "" : "."}`;
}

/** One after the other; empty ones are left out. */
export function sentences(...parts: readonly string[]): string {
  return parts.filter((part) => part !== "").join(" ");
}
