import { type LinkTarget, readWeaveRef } from "../query/linkTarget.ts";
import { mostSearched, refStart } from "../query/mayHoldLinks.ts";
import { readWebLink } from "../session/webAddress.ts";
import { sameWebApp } from "../settings/serviceUrl.ts";

/** A link in a text. Offsets count UTF-16 units from 0, `end` exclusive. */
export interface TextLink {
  readonly start: number;
  readonly end: number;
  /** As written, except that `&amp;` in URLs is decoded to `&` in HTML text. */
  readonly text: string;
  readonly web: boolean;
  readonly target: LinkTarget;
}

/** The target of a link in a text; `base` is the URL of the web app, or null. */
export function readTextLink(text: string, base: string | null): LinkTarget | null {
  return readWeaveRef(text) ?? (base === null ? null : readWebLink(base, text));
}

/**
 * A ref or URL, up to the first character that cannot be part of one, an HTML quote or bracket, or a comma followed by
 * another one. One inside another is part of it. It does not follow a word, but may follow an escape: in JSON, a line
 * break is `\n`, and in HTML a quote is `&quot;`.
 */
const runs =
  /(?<!(?<!\\)[A-Za-z\d])(?:weave:\/\/\/|https?:\/\/)(?:(?!,(?:weave|https?):\/\/|&(?:quot|apos|lt|gt|#0*3[49]|#x0*2[27]);)[^\s"'`<>\\^{}|[\]“”„«»‹›‘’…、。〈-】（），！：；？])+/g;

/** Refs and web app URLs in a text, in order. */
export function linksIn(text: string, base: string | null): readonly TextLink[] {
  const webApps = base === null ? [] : sameWebApp(base);
  const found: TextLink[] = [];
  for (const { 0: run, index: start } of text.matchAll(runs)) {
    const web = !run.startsWith(refStart);
    if (web && !webApps.some((app) => run.startsWith(`${app}/`))) continue;
    const bare = withoutMarks(run, text.slice(Math.max(0, start - longestMarks), start));
    const link = web ? bare.replaceAll("&amp;", "&") : bare;
    const target = readTextLink(link, base);
    if (target !== null) found.push({ start, end: start + bare.length, text: link, web, target });
  }
  return found;
}

/** Maximum number of punctuation marks before a link. */
const longestMarks = 20;

/**
 * Removes trailing punctuation of the sentence, Markdown emphasis, and a bracket that was opened before. Names may end
 * in `_` and `~`: only as many are removed as precede the link in `before`.
 */
function withoutMarks(run: string, before: string): string {
  const [opened = ""] = /[_~*([]*$/.exec(before) ?? [];
  const count = (text: string, sign: string) => text.split(sign).length - 1;
  const spare = new Map([
    [")", count(run, ")") - count(run, "(")],
    ["_", count(opened, "_")],
    ["~", count(opened, "~")],
  ]);
  let end = run.length;
  for (; end > 0; end--) {
    const last = run.charAt(end - 1);
    const left = spare.get(last) ?? 0;
    if (left > 0) spare.set(last, left - 1);
    // The version of an op may be `*`.
    else if (last === "*" ? run.charAt(end - 2) === ":" : !".,;:!?(".includes(last)) break;
  }
  return run.slice(0, end);
}

/** Number of characters searched without a pause. */
const piece = 256 * 1024;

/** Links that this extension opens: objects open only in the web app, whose URLs the editor already links. */
export function openedLinks(text: string, base: string | null): readonly TextLink[] {
  return linksIn(text, base).filter(({ web, target }) => target.kind !== "object" || !(web || base === null));
}

/** The same for a line of a terminal, which any program may write: neither overlong links nor more than a screenful. */
export function openedLinksOfLine(line: string, base: string | null): readonly TextLink[] {
  return openedLinks(line, base)
    .filter(({ start, end }) => end - start <= 2000)
    .slice(0, 100);
}

/** The same for a long text, of which the beginning is searched in chunks; empty if canceled. */
export async function openedLinksOfLong(
  text: string,
  base: string | null,
  given: { readonly isCancellationRequested: boolean },
): Promise<readonly TextLink[]> {
  const length = Math.min(text.length, mostSearched.characters);
  const found: TextLink[] = [];
  for (let from = 0; from < length && found.length < mostSearched.links; ) {
    if (given.isCancellationRequested) return [];
    // Links do not span lines.
    const cut = text.indexOf("\n", from + piece);
    const end = cut < 0 ? length : Math.min(cut, length);
    for (const link of openedLinks(text.slice(from, end), base))
      found.push({ ...link, start: from + link.start, end: from + link.end });
    from = end;
    if (from < length) await new Promise((resolve) => void setImmediate(resolve));
  }
  return found.slice(0, mostSearched.links);
}
