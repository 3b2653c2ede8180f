import type { TextDocument } from "vscode";
import { type OpDefinition, opDefinitions } from "../../core/opNavigation/opDefinition.ts";

const known = new WeakMap<TextDocument, { readonly version: number; readonly ops: readonly OpDefinition[] }>();

/** The ops of a document. They are found once for each version of its text. */
export function documentOps(document: TextDocument): readonly OpDefinition[] {
  const { version } = document;
  const found = known.get(document);
  if (found?.version === version) return found.ops;
  const ops = opDefinitions(document.getText(), document.languageId === "python" ? "python" : "script");
  known.set(document, { version, ops });
  return ops;
}
