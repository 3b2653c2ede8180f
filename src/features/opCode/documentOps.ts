import type { TextDocument } from "vscode";
import { type OpDefinition, opDefinitions } from "../../core/opCode/opDefinition.ts";

/** A text that is longer was hardly written by hand, in characters. */
const longestText = 1024 * 1024;

/** The ops that a document on screen defines, in order. */
export function documentOps(document: TextDocument): readonly OpDefinition[] {
  const text = document.getText();
  return text.length > longestText ? [] : opDefinitions(text, document.languageId === "python" ? "python" : "script");
}
