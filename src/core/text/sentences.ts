import * as l10n from "@vscode/l10n";
import { quoted } from "./visibleText.ts";

/** Japanese and Chinese stops are as wide as a character, and no space follows them. */
const stop = /[.!?…。！？]$/;

function stopped(text: string): string {
  return stop.test(text) ? text : l10n.t("{0}.", text);
}

/** The non-empty sentences as one text. Each but the last gets a stop if it has none. */
export function sentences(...parts: readonly string[]): string {
  const [first = "", ...others] = parts.filter((part) => part !== "");
  return others.reduce((before, part) => {
    const start = stopped(before);
    return `${start}${/[。！？]$/.test(start) ? "" : " "}${part}`;
  }, first);
}

/** A sentence with untrusted text as its reason: `It failed: out of memory.`; only the sentence if there is none. */
export function withReason(sentence: string, detail: string): string {
  const text = quoted(detail.trim());
  return text === "" ? sentence : stopped(l10n.t("{0}: {1}", sentence.replace(/[.。]$/, ""), text));
}

/** Words or facts as a list: `errors, 12 calls`. */
export function listed(parts: readonly string[]): string {
  return parts.join(l10n.t(", "));
}
