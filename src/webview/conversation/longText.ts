import * as l10n from "@vscode/l10n";
import { cutText } from "../../core/conversation/drawing/cutText.ts";
import type { CallDocumentName } from "../../core/query/call.ts";
import { button, element } from "../shared/element.ts";
import type { Surface } from "./conversationSurface.ts";

/** The call and document of a text, to open it if it is too long for the page. */
export interface Source {
  readonly callId: string;
  readonly document: CallDocumentName | "exception";
}

export interface LongText {
  readonly text: string;
  /** The key under which it is stored that the text is shown completely. */
  readonly key: string;
  readonly source: Source;
  /** Whether to close a truncated code block. */
  readonly markdown?: boolean;
  readonly most?: number;
  readonly mostLines?: number;
}

/** Maximum characters of one text in the page. */
const mostHere = 300_000;

/** A text drawn by `draw`; a long one is truncated, with a button that shows all of it or opens its document. */
export function longText(
  surface: Surface,
  { text, key, source, markdown = false, most = 4000, mostLines = 60 }: LongText,
  draw: (text: string) => Node,
): Node {
  const { shown, hidden } = cutText(text, most, mostLines);
  // A remainder that is hardly longer than its button is shown.
  if (hidden <= most / 10 && text.indexOf("\n", text.length - hidden) === -1) return draw(text);
  const beginning = () => draw(markdown ? shown : text.slice(0, text.length - hidden));
  const allKey = `${key}/all`;
  const count = surface.formats.exact(text.length);
  const made = element("div", { class: "long", tabindex: "-1" });
  if (text.length > mostHere) {
    const note = l10n.t("Too long to show here ({0} characters).", count);
    made.append(beginning(), element("p", "cut", note, " ", documentButton(surface, source)));
  } else if (surface.memory.toggled(allKey)) {
    made.append(draw(text));
  } else {
    const all = button(l10n.t("Show all ({0} characters)", count), { class: "cut", "data-focus": allKey }, () => {
      made.replaceChildren(draw(text));
      // A page that crashed because of it does not start with it again.
      surface.memory.toggle(allKey, true);
      made.focus({ preventScroll: true });
    });
    made.append(beginning(), all);
  }
  return made;
}

export function documentButton({ post }: Surface, source: Source): HTMLButtonElement {
  return button(l10n.t("Open as Document"), "quiet", () => post({ kind: "open", ...source }));
}
