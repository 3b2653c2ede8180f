import type { Notice } from "../../core/failures/faultText.ts";
import { visibleLines, visibleText } from "../../core/text/visibleText.ts";
import { button, element } from "./element.ts";

/** A notice as text, with its actions as buttons. `retry` is what Retry does in this part of the page. */
export function noticeView(
  { post }: { post(message: { readonly kind: "action"; readonly action: string }): void },
  { text, actions }: Notice,
  retry?: () => void,
): HTMLElement {
  const buttons = actions.map(({ title, action }) =>
    button(visibleText(title), { "data-focus": `notice/${action}` }, () => {
      if (action === "retry" && retry !== undefined) retry();
      else post({ kind: "action", action });
    }),
  );
  return element("div", { class: "notice", role: "group" }, element("p", {}, `! ${visibleLines(text)}`), buttons);
}
