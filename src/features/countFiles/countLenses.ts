import { CodeLens, Range, type TextDocument } from "vscode";
import type { CountFileState } from "../../core/counts/fileCount.ts";
import { lensTexts } from "../../core/counts/fileCountText.ts";
import type { Formats } from "../../core/text/format.ts";

/** The code lenses of a count file: the run button and the result. */
export function countLenses({ uri }: TextDocument, state: CountFileState, formats: Formats): CodeLens[] {
  const firstLine = new Range(0, 0, 0, 0);
  return lensTexts(state, formats).map((lens) => new CodeLens(firstLine, { ...lens, arguments: [uri] }));
}
