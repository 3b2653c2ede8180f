import { visibleText } from "../text/visibleText.ts";

export type KeyProblem =
  | "empty"
  /** Line breaks, controls or invisible marks inside: no key has them, and no eye finds them. */
  | "hiddenCharacters";

/** What is wrong with a key, spaces around it ignored; null if nothing is. Keys have any length. */
export function keyProblem(text: string): KeyProblem | null {
  const key = text.trim();
  if (key === "") return "empty";
  return visibleText(key) === key ? null : "hiddenCharacters";
}
