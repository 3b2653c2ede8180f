import * as l10n from "@vscode/l10n";
import {
  type CancellationToken,
  DocumentLink,
  Hover,
  MarkdownString,
  type Position,
  Range,
  type TerminalLink,
  type TextDocument,
  Uri,
} from "vscode";
import { mostLooked } from "../../core/links/linkStart.ts";
import { tooltip } from "../../core/links/linkText.ts";
import { openedLinks, openedLinksOfLong } from "../../core/links/openedLinks.ts";
import type { TextLink } from "../../core/links/textLinks.ts";

/** A link in a terminal, and its text. */
export interface FoundTerminalLink extends TerminalLink {
  readonly link: string;
}

/** The links in the beginning of a document, of which `text` is that. */
export async function documentLinks(
  document: TextDocument,
  text: string,
  base: string | null,
  token: CancellationToken,
): Promise<DocumentLink[]> {
  return (await openedLinksOfLong(text, base, token)).map((link) => {
    const range = new Range(document.positionAt(link.start), document.positionAt(link.end));
    const made = new DocumentLink(range, openUri(link.text));
    made.tooltip = tooltip(link);
    return made;
  });
}

/** The way to the browser for a link of the web app, which opens in the editor itself. */
export function webHover(text: string, { line, character }: Position, base: string): Hover | undefined {
  const link = openedLinks(text.slice(0, mostLooked.characters), base).find(
    ({ start, end, web }) => web && start <= character && character < end,
  );
  if (link === undefined) return undefined;
  const href = new URL(link.text).href.replaceAll("(", "%28").replaceAll(")", "%29");
  const way = new MarkdownString(`[${l10n.t("Open in Browser")}](${href})`);
  return new Hover(way, new Range(line, link.start, line, link.end));
}

/** The links in a line of a terminal. */
export function terminalLinks(line: string, base: string | null): FoundTerminalLink[] {
  return openedLinks(line, base).map((link) => ({
    startIndex: link.start,
    length: link.end - link.start,
    tooltip: terminalTooltip(link),
    link: link.text,
  }));
}

/** In a terminal nothing else says where the way to the browser is, which the editor's own link would be. */
function terminalTooltip(link: TextLink): string {
  return link.web && link.target.kind !== "op"
    ? l10n.t("Open in Weave Threads (“Open in Browser” is in its menu)")
    : tooltip(link);
}

/** The editor takes one encoding off the query of a command before it reads it. */
function openUri(link: string): Uri {
  const query = encodeURIComponent(JSON.stringify([{ link }]));
  return Uri.from({ scheme: "command", path: "weaveThreads.openLink", query });
}
