import { refStart } from "./linkStart.ts";
import type { LinkTarget } from "./linkTarget.ts";
import { readWeaveRef } from "./weaveRef.ts";
import { readWebLink } from "./webLink.ts";

/** A link in a text. Places count UTF-16 units from 0, `end` exclusive. */
export interface TextLink {
  readonly start: number;
  readonly end: number;
  /** As it stands there. */
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
 * A ref or an address, to where no text of one goes on, or after a comma another begins. One inside another is a part of that. Before it no word ends,
 * but an escape may: in JSON, a line end is `\n`.
 */
const runs =
  /(?<!(?<!\\)[A-Za-z\d])(?:weave:\/\/\/|https?:\/\/)(?:(?!,(?:weave|https?):\/\/)[^\s"'`<>\\^{}|[\]“”„«»‹›‘’…、。〈-】（），！：；？])+/g;

/** The refs and the addresses of the web app in a text, in order. */
export function linksIn(text: string, base: string | null): readonly TextLink[] {
  const found: TextLink[] = [];
  for (const { 0: run, index: start } of text.matchAll(runs)) {
    const web = !run.startsWith(refStart);
    if (web && (base === null || !run.startsWith(`${base}/`))) continue;
    const link = withoutMarks(run);
    const target = readTextLink(link, base);
    if (target !== null) found.push({ start, end: start + link.length, text: link, web, target });
  }
  return found;
}

/** Without what ends the sentence around it or makes it bold, and a bracket that was opened before it. */
function withoutMarks(run: string): string {
  const count = (sign: string) => run.split(sign).length;
  let spare = count(")") - count("(");
  let end = run.length;
  for (; end > 0; end--) {
    const last = run.charAt(end - 1);
    if (last === ")" && spare > 0) spare -= 1;
    // The version of an op may be any.
    else if (last === "*" ? run.charAt(end - 2) === ":" : !".,;:!?(".includes(last)) break;
  }
  return run.slice(0, end);
}
