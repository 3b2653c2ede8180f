import type { CallDocumentName } from "../../core/calls/call.ts";
import { button, element } from "./element.ts";
import type { Surface } from "./surface.ts";

/** Which document of which call a text is in, to open it where it is too long for the page. */
export interface Source {
  readonly callId: string;
  readonly document: CallDocumentName | "exception";
}

export interface LongText {
  readonly text: string;
  /** Its place in the page, by which it is remembered that all of it was asked for. */
  readonly key: string;
  readonly source: Source;
  readonly most?: number;
  readonly mostLines?: number;
}

/** Characters that the page shows of one text when all of it is asked for. */
const mostHere = 300_000;

/** A text as `draw` draws it; of a long one the beginning, and a button that shows all of it or opens its document. */
export function longText(
  surface: Surface,
  { text, key, source, most = 4000, mostLines = 60 }: LongText,
  draw: (text: string) => Node,
): Node {
  const end = cutAt(text, most, mostLines);
  if (end === text.length) return draw(text);
  const allKey = `${key}/all`;
  const count = surface.formats.exact(text.length);
  const made = element("div", { class: "long", tabindex: "-1" });
  const showAll = () => made.replaceChildren(draw(text));
  if (text.length > mostHere) {
    made.append(
      draw(text.slice(0, end)),
      element("p", { class: "cut" }, surface.say("tooLongHere", count), " ", documentButton(surface, source)),
    );
  } else if (surface.memory.toggled(allKey)) {
    showAll();
  } else {
    const all = button(surface.say("showAll", count), { class: "cut", "data-focus": allKey }, () => {
      surface.memory.toggle(allKey, true);
      showAll();
      made.focus({ preventScroll: true });
    });
    made.append(draw(text.slice(0, end)), all);
  }
  return made;
}

export function documentButton(surface: Surface, source: Source): HTMLButtonElement {
  return button(surface.say("openDocument"), {}, () => surface.post({ kind: "open", ...source }));
}

/** Where to cut: texts that are over by little are left whole, lines are cut at their end, no character in half. */
function cutAt(text: string, most: number, mostLines: number): number {
  let end = 0;
  for (let line = 0; line < mostLines && end !== -1 && end <= most; line += 1) end = text.indexOf("\n", end + 1);
  const limit = end === -1 ? most : Math.min(end, most);
  if (text.length <= limit * 1.25 && (end === -1 || text.indexOf("\n", end + 1) === -1)) return text.length;
  const inPair = /[\ud800-\udbff]/.test(text.charAt(limit - 1));
  return inPair ? limit - 1 : limit;
}
