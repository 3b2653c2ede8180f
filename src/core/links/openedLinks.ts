import { mostLooked } from "./linkStart.ts";
import { linksIn, type TextLink } from "./textLinks.ts";

/** Number of characters searched without a pause. */
const piece = 256 * 1024;

/** Links that this extension opens: objects open only in the web app, whose URLs the editor already links. */
export function openedLinks(text: string, base: string | null): readonly TextLink[] {
  return linksIn(text, base).filter(({ web, target }) => target.kind !== "object" || !(web || base === null));
}

/** The same for a long text, of which the beginning is searched in chunks; empty if canceled. */
export async function openedLinksOfLong(
  text: string,
  base: string | null,
  given: { readonly isCancellationRequested: boolean },
): Promise<readonly TextLink[]> {
  const length = Math.min(text.length, mostLooked.characters);
  const found: TextLink[] = [];
  for (let from = 0; from < length && found.length < mostLooked.links; ) {
    if (given.isCancellationRequested) return [];
    // Links do not span lines.
    const cut = text.indexOf("\n", from + piece);
    const end = cut < 0 ? length : Math.min(cut, length);
    for (const link of openedLinks(text.slice(from, end), base))
      found.push({ ...link, start: from + link.start, end: from + link.end });
    from = end;
    if (from < length) await new Promise((resolve) => void setImmediate(resolve));
  }
  return found.slice(0, mostLooked.links);
}
