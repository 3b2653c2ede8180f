import { type Detail, htmlPage } from "../../core/failures/fault.ts";

/** Describes a text that is not JSON. */
export function describeNonJson(text: string): Detail {
  return isMarkup(text) ? { ...htmlPage, text: `${htmlPage.text}, where data was expected` } : "not JSON";
}

export function isMarkup(text: string): boolean {
  return text.trimStart().startsWith("<");
}

/** Without a byte order mark. */
export function withoutMark(text: string): string {
  return text.startsWith("\uFEFF") ? text.slice(1) : text;
}
