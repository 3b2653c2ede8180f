import { visibleText } from "../text/visibleText.ts";

export type KeyProblem =
  | "empty"
  /** Line breaks, control characters or invisible characters: no key has them, and the user cannot see them. */
  | "hiddenCharacters";

/** Why a key is not valid, ignoring surrounding spaces; null if valid. Keys have any length. */
export function keyProblem(text: string): KeyProblem | null {
  const key = text.trim();
  if (key === "") return "empty";
  return visibleText(key) === key ? null : "hiddenCharacters";
}
