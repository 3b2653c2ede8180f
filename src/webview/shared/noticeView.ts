import type { Notice } from "../../core/failures/notice.ts";
import { visibleLines, visibleText } from "../../core/text/visibleText.ts";
import { button, element } from "./element.ts";
import { keepingFocus } from "./focus.ts";

/** Sends the actions. */
interface ActionDoor {
  post(message: { readonly kind: "action"; readonly action: string }): void;
}

/** A notice as text, with its actions as buttons. `retry` is what Retry does in this part of the page. */
export function noticeView(door: ActionDoor, { text, actions }: Notice, retry?: () => void): HTMLElement {
  const ways = actions.map(({ title, action }) =>
    button(visibleText(title), { "data-focus": `notice/${action}` }, () => {
      if (action === "retry" && retry !== undefined) retry();
      else door.post({ kind: "action", action });
    }),
  );
  return element("div", { class: "notice", role: "group" }, element("p", {}, `! ${visibleLines(text)}`), ...ways);
}

/** The place of notices about the whole page. An unchanged notice is not announced again. */
export class NoticeSlot {
  readonly element = element("div", { role: "alert" });
  readonly #door: ActionDoor;
  #shown = "null";

  constructor(door: ActionDoor) {
    this.#door = door;
  }

  update(notice: Notice | null): void {
    const shown = JSON.stringify(notice);
    if (shown === this.#shown) return;
    this.#shown = shown;
    keepingFocus(this.element, () =>
      this.element.replaceChildren(...(notice === null ? [] : [noticeView(this.#door, notice)])),
    );
  }
}
