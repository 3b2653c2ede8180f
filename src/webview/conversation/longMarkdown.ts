import * as l10n from "@vscode/l10n";
import { type MarkdownPiece, markdownPieces, mostParsed } from "../../core/conversation/drawing/markdownPieces.ts";
import { visibleLines } from "../../core/text/visibleText.ts";
import { element } from "../shared/element.ts";
import { codeBlock } from "./codeBlock.ts";
import { markdown } from "./markdown.ts";
import type { Surface } from "./surface.ts";

/** Milliseconds per draw step before the page can respond. */
const atATime = 30;

/** Untrusted Markdown of any length, drawn piece by piece so that the page stays responsive. */
export function longMarkdown(surface: Surface, text: string): Node {
  if (text.length <= mostParsed) return markdown(surface, text);
  const made = element("div", { class: "pieces" });
  const pieces = markdownPieces(text);
  const draw = () => {
    const began = performance.now();
    do {
      const { value, done } = pieces.next();
      if (done === true) return;
      made.append(pieceView(surface, value));
    } while (performance.now() - began < atATime);
    setTimeout(() => {
      if (made.isConnected) draw();
    });
  };
  draw();
  return made;
}

function pieceView(surface: Surface, piece: MarkdownPiece): Node {
  switch (piece.kind) {
    case "markdown":
      return markdown(surface, piece.text);
    case "code":
      return codeBlock(surface, { code: piece.text, language: /^[\w+#.-]{1,30}/.exec(piece.language)?.[0] ?? "" });
    case "plain":
      return element(
        "div",
        {},
        element("p", { class: "note" }, l10n.t("Shown as plain text. A line is too long for Markdown.")),
        element("div", { class: "plain", dir: "auto" }, visibleLines(piece.text)),
      );
    default:
      return piece satisfies never;
  }
}
