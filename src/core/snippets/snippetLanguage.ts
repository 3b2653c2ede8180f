import { curlText } from "./curlText.ts";
import { pythonText } from "./pythonText.ts";
import type { SnippetRequest } from "./snippetRequest.ts";
import { typescriptText } from "./typescriptText.ts";

export const snippetLanguages = ["curl", "python", "typescript"] as const;

export type SnippetLanguage = (typeof snippetLanguages)[number];

/** The languages, the last selected one first; `last` is the value of a memento. */
export function orderedLanguages(last: unknown): readonly SnippetLanguage[] {
  return snippetLanguages.toSorted((a, b) => Number(b === last) - Number(a === last));
}

/** The request as runnable code. */
export function snippetText(language: SnippetLanguage, request: SnippetRequest): string {
  switch (language) {
    case "curl":
      return curlText(request);
    case "python":
      return pythonText(request);
    case "typescript":
      return typescriptText(request);
  }
}
