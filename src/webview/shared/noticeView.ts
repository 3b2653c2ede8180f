import type { Notice } from "../../core/failures/notice.ts";
import { visibleLines, visibleText } from "../../core/text/visibleText.ts";
import { button, element } from "./element.ts";
import { keepingFocus } from "./focus.ts";

/** Where the ways on are sent. */
interface RemedyDoor {
  post(message: { readonly kind: "remedy"; readonly remedy: string }): void;
}

/** What went wrong, in a sentence, and the ways on as buttons. `retry` is what this part of the page does for Retry. */
export function noticeView(door: RemedyDoor, { text, remedies }: Notice, retry?: () => void): HTMLElement {
  const ways = remedies.map(({ title, remedy }) =>
    button(visibleText(title), { "data-focus": `notice/${remedy}` }, () => {
      if (remedy === "retry" && retry !== undefined) retry();
      else door.post({ kind: "remedy", remedy });
    }),
  );
  return element("div", { class: "notice", role: "group" }, element("p", {}, `! ${visibleLines(text)}`), ...ways);
}

/** Where a page tells what went wrong with all of it. What it says already is not said again. */
export class NoticeSlot {
  readonly element = element("div", { role: "alert" });
  readonly #door: RemedyDoor;
  #shown = "null";

  constructor(door: RemedyDoor) {
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
