import type { Notice } from "../../core/notice.ts";
import { visibleLines, visibleText } from "../../core/visibleText.ts";
import { button, element } from "./element.ts";

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
