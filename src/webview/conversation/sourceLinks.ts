import * as l10n from "@vscode/l10n";
import type { FromPage } from "../../core/conversation/protocol.ts";
import { type SourcePlace, sourcePlaces } from "../../core/opNavigation/sourcePlace.ts";
import { visibleLines, visibleText } from "../../core/text/visibleText.ts";
import { button, element } from "../shared/element.ts";

/** The files that stack frames name: those of the workspace become buttons that open them. */
export class SourceLinks {
  readonly #post: (message: FromPage) => void;
  /** Whether a path is a file of the workspace; undefined until the editor has said so. */
  readonly #paths = new Map<string, boolean>();
  readonly #places = new WeakMap<Element, SourcePlace>();
  #toAsk: string[] = [];

  constructor(post: (message: FromPage) => void) {
    this.#post = post;
  }

  /** The nodes of a text with stack frames. */
  text(text: string): readonly (Node | string)[] {
    const parts: (Node | string)[] = [];
    let from = 0;
    for (const place of sourcePlaces(text)) {
      parts.push(visibleLines(text.slice(from, place.at)));
      from = place.at + place.length;
      parts.push(this.#named(place, visibleLines(text.slice(place.at, from))));
    }
    return [...parts, visibleLines(text.slice(from))];
  }

  /** The node of a file that a text names without a line. */
  file(path: string): Node {
    return this.#named({ path, line: 1 }, visibleText(path));
  }

  /** These of the requested paths are files of the workspace. */
  learn(paths: readonly string[]): void {
    for (const path of paths) this.#paths.set(path, true);
    for (const span of document.querySelectorAll(".source")) {
      const place = this.#places.get(span);
      if (place !== undefined && this.#paths.get(place.path)) span.replaceWith(this.#link(place, span.textContent));
    }
  }

  #named(place: SourcePlace, text: string): Node {
    if (this.#paths.get(place.path)) return this.#link(place, text);
    if (!this.#paths.has(place.path)) this.#ask(place.path);
    const span = element("span", "source", text);
    this.#places.set(span, place);
    return span;
  }

  #link({ path, line }: SourcePlace, text: string): Node {
    return button(text, { class: "link", title: l10n.t("Open File") }, () =>
      this.#post({ kind: "openFile", path, line }),
    );
  }

  #ask(path: string): void {
    this.#paths.set(path, false);
    this.#toAsk.push(path);
    if (this.#toAsk.length > 1) return;
    queueMicrotask(() => {
      this.#post({ kind: "files", paths: this.#toAsk });
      this.#toAsk = [];
    });
  }
}
