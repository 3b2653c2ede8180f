import { refStart } from "./linkStart.ts";
import type { LinkTarget } from "./linkTarget.ts";
import { readWeaveRef } from "./weaveRef.ts";
import { readWebLink } from "./webLink.ts";

/** A link in a text. Places count UTF-16 units from 0, `end` exclusive. */
export interface TextLink {
  readonly start: number;
  readonly end: number;
  /** As it stands there, but that in addresses `&` is one where the text is HTML's, `&amp;`. */
  readonly text: string;
  /** Whether it is an address of the web app. */
  readonly web: boolean;
  readonly target: LinkTarget;
}

/** What a link that stands in a text points at; `base` is the web app's address, null for none. */
export function readTextLink(text: string, base: string | null): LinkTarget | null {
  return readWeaveRef(text) ?? (base === null ? null : readWebLink(base, text));
}

/**
 * A ref or an address, to where no text of one goes on, a quote or bracket of HTML's stands, or after a comma another
 * begins. One inside another is a part of that. Before it no word ends, but an escape may: in JSON, a line end is `\n`,
 * and in HTML a quote `&quot;`.
 */
const runs =
  /(?<!(?<!\\)[A-Za-z\d])(?:weave:\/\/\/|https?:\/\/)(?:(?!,(?:weave|https?):\/\/|&(?:quot|apos|lt|gt|#0*3[49]|#x0*2[27]);)[^\s"'`<>\\^{}|[\]“”„«»‹›‘’…、。〈-】（），！：；？])+/g;

/** The refs and the addresses of the web app in a text, in order. */
export function linksIn(text: string, base: string | null): readonly TextLink[] {
  const found: TextLink[] = [];
  for (const { 0: run, index: start } of text.matchAll(runs)) {
    const web = !run.startsWith(refStart);
    if (web && (base === null || !run.startsWith(`${base}/`))) continue;
    const bare = withoutMarks(run, text.slice(Math.max(0, start - longestMarks), start));
    const link = web ? bare.replaceAll("&amp;", "&") : bare;
    const target = readTextLink(link, base);
    if (target !== null) found.push({ start, end: start + bare.length, text: link, web, target });
  }
  return found;
}

/** More of them stand before no link. */
const longestMarks = 20;

/**
 * Without what ends the sentence around it or makes it bold, and a bracket that was opened before it. Names may end in
 * `_` and `~`: as many are taken off as stand `before` it.
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
    // The version of an op may be any.
    else if (last === "*" ? run.charAt(end - 2) === ":" : !".,;:!?(".includes(last)) break;
  }
  return run.slice(0, end);
}
