import { apart, endCut, visibleStart } from "./visibleText.ts";

/** Characters of a text in a label: the find of VS Code's lists reads nothing but labels. */
export const longestText = 80;
/** More characters may be out of sight in a side bar of 420 pixels, in wide fonts as well. */
const longestAlike = 32;
/** Cut earlier than this, a difference within 60 characters may be out of sight. */
const shortestBeginning = 26;

/** The texts of a list that begin as another one does for so long that their labels may look the same. */
export function textsAlike(texts: Iterable<string>): ReadonlySet<string> {
  const groups = Map.groupBy(new Set(texts), (text) => text.slice(0, longestAlike));
  const alike = [...groups.values()].filter((group) => group.length > 1).flat();
  return new Set(alike.filter((text) => text.length > longestAlike));
}

/**
 * `42m  I was charged twice`: first the value that the row is sorted by, which can be read at every width. If the text
 * begins as another one does, its beginning comes last.
 */
export function rowLabel(value: string, text: string, isAlike = false): string {
  const shown = endCut(text, longestText + 1);
  const label = apart(isAlike ? beginningLast(shown) : shown);
  return value === "" ? label : `${value}  ${label}`;
}

/** A word that is cut is whole in the beginning, so that it can be found. */
function beginningLast(text: string): string {
  const alike = visibleStart(text, longestAlike);
  const word = alike.lastIndexOf(" ") + 1;
  const isCut = word < shortestBeginning;
  const rest = text.slice(isCut ? alike.length : word);
  const beginning = isCut ? `${alike}${/^\S*/.exec(rest)}` : alike.slice(0, word);
  return `…${rest.trimStart()} · ${beginning.trimEnd()}`;
}
