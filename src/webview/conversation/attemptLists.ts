import * as l10n from "@vscode/l10n";
import type { FromPage, ToPage } from "../../core/conversation/protocol.ts";
import { button, element, keepingFocus } from "../shared/element.ts";

type Attempts = Extract<ToPage, { kind: "attempts" }>["attempts"];

/** The attempts at calls, listed wherever a call is drawn; each opens its comparison. */
export class AttemptLists {
  readonly #post: (message: FromPage) => void;
  #attempts: Attempts = [];

  constructor(post: (message: FromPage) => void) {
    this.#post = post;
  }

  /** The list of a call, which is filled when its attempts arrive. */
  of(callId: string): HTMLElement {
    const list = element("div", { class: "attempts", "data-call": callId });
    this.#fill(list);
    return list;
  }

  show(attempts: Attempts): void {
    this.#attempts = attempts;
    for (const list of document.querySelectorAll<HTMLElement>(".attempts")) keepingFocus(list, () => this.#fill(list));
  }

  #fill(list: HTMLElement): void {
    const own = this.#attempts.filter(({ callId }) => callId === list.dataset.call);
    list.hidden = own.length === 0;
    const buttons = own.map(({ id, text }) => {
      const attributes = { class: "quiet", title: l10n.t("Compare with the Original"), "data-focus": id };
      return button(text, attributes, () => this.#post({ kind: "attempt", id }));
    });
    list.replaceChildren(...buttons);
  }
}
