import * as l10n from "@vscode/l10n";
import type { FromPage, PageAttempt } from "../../core/conversation/protocol.ts";
import { button, element, keepingFocus } from "../shared/element.ts";

/** The attempts at calls, listed wherever a call is drawn; each opens its comparison. */
export class AttemptLists {
  readonly #post: (message: FromPage) => void;
  readonly #calls = new WeakMap<Element, string>();
  #attempts: readonly PageAttempt[] = [];

  constructor(post: (message: FromPage) => void) {
    this.#post = post;
  }

  /** The list of a call, which is filled when its attempts arrive. */
  of(callId: string): HTMLElement {
    const list = element("div", "attempts");
    this.#calls.set(list, callId);
    this.#fill(list);
    return list;
  }

  show(attempts: readonly PageAttempt[]): void {
    this.#attempts = attempts;
    for (const list of document.querySelectorAll<HTMLElement>(".attempts")) keepingFocus(list, () => this.#fill(list));
  }

  #fill(list: HTMLElement): void {
    const own = this.#attempts.filter(({ callId }) => callId === this.#calls.get(list));
    list.hidden = own.length === 0;
    const title = l10n.t("Compare with the Original");
    list.replaceChildren(
      ...own.map(({ id, text }) =>
        button(text, { class: "quiet", title, "data-focus": id }, () => this.#post({ kind: "attempt", id })),
      ),
    );
  }
}
