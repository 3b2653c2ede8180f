import type { CallStatus } from "../../core/calls/call.ts";
import { statusHint, statusText } from "../../core/conversation/drawing/turnText.ts";
import { element } from "../shared/element.ts";

const signs: Readonly<Record<CallStatus, string>> = { success: "✓", error: "✕", running: "…", descendantError: "!" };

/** A status as an icon and a word, so that color is not the only sign. */
export function statusMark(status: CallStatus): HTMLElement {
  const hint = statusHint(status);
  const drawn = element("span", { class: "sign", "aria-hidden": "true" }, signs[status]);
  return element(
    "span",
    { class: `status ${status}`, ...(hint !== undefined && { title: hint }) },
    drawn,
    " ",
    element("span", { class: "word" }, statusText(status)),
  );
}
