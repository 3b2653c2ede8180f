import type { TextDocument } from "vscode";
import { type OpDefinition, opDefinitions } from "../../core/opNavigation/opDefinition.ts";

/** The ops that an open document defines, in order. */
export function documentOps(document: TextDocument): readonly OpDefinition[] {
  return opDefinitions(document.getText(), document.languageId === "python" ? "python" : "script");
}
