import { readFileSync } from "node:fs";
import { join } from "node:path";

/** Source files that look real, with the line (from 1) of each lens and the op's name. */
export const corpus = {
  "support_agent.py": [
    [46, "answer_customer"],
    [53, "triage_ticket"],
    [55, "look_up_price"],
    [62, "lookup_order"],
    [89, "cancel_subscription"],
    [97, "shipping_quote"],
    [107, "Assistant.predict"],
    [111, "echo"],
    [117, "POST /v1/feedback"],
  ],
  "assistant.ts": [
    [24, "answer_customer"],
    [35, "triage_ticket"],
    [43, "lookup_order"],
    [55, "cancel_subscription"],
    [60, "Tools.echo"],
    [65, "shipping_quote"],
    [74, "POST /v1/feedback"],
  ],
} as const satisfies Readonly<Record<string, readonly (readonly [line: number, op: string])[]>>;

export type CorpusFile = keyof typeof corpus;

export const corpusFiles: readonly CorpusFile[] = ["support_agent.py", "assistant.ts"];

/** The text of a file of the corpus; `root` is the folder of the project. */
export function corpusText(root: string, file: CorpusFile): string {
  return readFileSync(join(root, "test", "corpus", file), "utf8");
}

/** A file of that many lines, which repeats a file of the corpus as the bodies of functions, and how many copies it has. */
export function longSource(
  root: string,
  file: CorpusFile,
  lines: number,
): { readonly text: string; readonly copies: number } {
  const text = corpusText(root, file);
  const copies = Math.ceil(lines / text.split("\n").length);
  return { text: Array.from({ length: copies }, () => text).join("\n"), copies };
}
