import type { Notice } from "../../core/notice.ts";
import { visibleLines, visibleText } from "../../core/visibleText.ts";
import { button, element } from "./element.ts";
import type { Surface } from "./surface.ts";

/** What went wrong, in a sentence, and the ways on as buttons. `retry` is what this part of the page does for Retry. */
export function noticeView(surface: Surface, { text, remedies }: Notice, retry?: () => void): HTMLElement {
  const ways = remedies.map(({ title, remedy }) =>
    button(visibleText(title), { "data-focus": `notice/${remedy}` }, () => {
      if (remedy === "retry" && retry !== undefined) retry();
      else surface.post({ kind: "remedy", remedy });
    }),
  );
  return element("div", { class: "notice", role: "group" }, element("p", {}, `! ${visibleLines(text)}`), ...ways);
}
