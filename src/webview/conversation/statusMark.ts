import type { CallStatus } from "../../core/calls/call.ts";
import type { WordKey } from "../../core/conversation/words.ts";
import { element } from "../shared/element.ts";
import type { Surface } from "./surface.ts";

const marks: Readonly<Record<CallStatus, readonly [sign: string, word: WordKey]>> = {
  success: ["✓", "statusSuccess"],
  error: ["✕", "statusError"],
  running: ["…", "statusRunning"],
  descendantError: ["!", "statusDescendantError"],
};

/** A status as a sign and a word, so that its colour says nothing alone. */
export function statusMark(surface: Surface, status: CallStatus): HTMLElement {
  const [sign, word] = marks[status];
  const hint = status === "descendantError" ? { title: surface.say("statusDescendantErrorHint") } : {};
  const drawn = element("span", { class: "sign", "aria-hidden": "true" }, sign);
  return element(
    "span",
    { class: `status ${status}`, ...hint },
    drawn,
    " ",
    element("span", { class: "word" }, surface.say(word)),
  );
}
