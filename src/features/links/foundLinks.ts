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
import { terminalTooltip, tooltip } from "../../core/links/linkText.ts";
import { openedLinks, openedLinksOfLine, openedLinksOfLong } from "../../core/links/textLinks.ts";
import { mostSearched } from "../../core/query/mayHoldLinks.ts";

/** A link in a terminal with its text. */
export interface FoundTerminalLink extends TerminalLink {
  readonly link: string;
}

/** Links in the beginning of a document; `text` is that beginning. */
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

/** Hover that opens a web app link in the browser; the link itself opens in the editor. */
export function webHover(text: string, { line, character }: Position, base: string): Hover | undefined {
  const link = openedLinks(text.slice(0, mostSearched.characters), base).find(
    ({ start, end, web }) => web && start <= character && character < end,
  );
  if (link === undefined) return undefined;
  const href = new URL(link.text).href.replaceAll("(", "%28").replaceAll(")", "%29");
  const way = new MarkdownString(`[${l10n.t("Open in Browser")}](${href})`);
  return new Hover(way, new Range(line, link.start, line, link.end));
}

/** The links in a line of a terminal. */
export function terminalLinks(line: string, base: string | null): FoundTerminalLink[] {
  return openedLinksOfLine(line, base).map((link) => ({
    startIndex: link.start,
    length: link.end - link.start,
    tooltip: terminalTooltip(link),
    link: link.text,
  }));
}

/** The editor decodes the query of a command URI once before parsing it. */
function openUri(link: string): Uri {
  const query = encodeURIComponent(JSON.stringify([{ link }]));
  return Uri.from({ scheme: "command", path: "weaveThreads.openLink", query });
}
