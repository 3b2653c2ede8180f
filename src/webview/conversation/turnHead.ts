import * as l10n from "@vscode/l10n";
import { type Call, type CallStatus, opName } from "../../core/calls/call.ts";
import {
  durationText,
  modelsText,
  statusHint,
  statusText,
  timesText,
  usageTexts,
} from "../../core/conversation/drawing/turnText.ts";
import { visibleCut } from "../../core/text/visibleText.ts";
import { button, type Child, element } from "../shared/element.ts";
import type { Surface } from "./surface.ts";

/** The facts next to a turn's heading: status, time, duration, op and usage. */
export function turnFacts({ formats, now, post }: Surface, call: Call): Child {
  const { id, op, displayName, startedAt, status } = call;
  const time = { datetime: new Date(startedAt).toISOString(), title: timesText(call, formats) };
  const title = l10n.t("Go to the definition of {0}", visibleCut(opName(op)));
  const usage = usageTexts([call], formats);
  return [
    statusMark(status),
    element("time", time, formats.ago(startedAt, now())),
    element("span", "duration", durationText(call, now(), formats)),
    button(visibleCut(displayName ?? opName(op)), { class: "op", title, "data-focus": `${id}/op` }, () =>
      post({ kind: "code", op }),
    ),
    usage.length > 0 && element("span", { class: "usage", title: modelsText(call, formats) }, usage.join(" · ")),
    moreButton(call),
  ];
}

/** The context of VS Code's menu on a turn. */
export function turnMenu({ id, op, threadId }: Call): string {
  return JSON.stringify({
    ...{ weaveKind: "turn", weaveTurn: id, weaveThread: threadId, weaveOp: op },
    preventDefaultContextMenuItems: true,
  });
}

/** VS Code opens its menu on a `contextmenu` event. */
function moreButton({ id }: Call): HTMLButtonElement {
  const title = l10n.t("More Actions…");
  const attributes = { class: "quiet more", title, "aria-label": title, "data-focus": `${id}/more` };
  const more: HTMLButtonElement = button("⋯", attributes, () => {
    const { left: clientX, bottom: clientY } = more.getBoundingClientRect();
    more.dispatchEvent(new MouseEvent("contextmenu", { bubbles: true, cancelable: true, clientX, clientY }));
  });
  return more;
}

const signs: Readonly<Record<CallStatus, string>> = { success: "✓", error: "✕", running: "…", descendantError: "!" };

/** A status as an icon and a word, so that color is not the only sign. */
export function statusMark(status: CallStatus): HTMLElement {
  const sign = element("span", { class: "sign", "aria-hidden": "true" }, signs[status]);
  const word = element("span", "word", statusText(status));
  return element("span", { class: `status ${status}`, title: statusHint(status) }, sign, " ", word);
}
