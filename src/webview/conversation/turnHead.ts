import * as l10n from "@vscode/l10n";
import type { Call } from "../../core/calls/call.ts";
import { opName } from "../../core/calls/opName.ts";
import { durationText, modelsText, timesText, usageTexts } from "../../core/conversation/drawing/turnText.ts";
import { visibleCut } from "../../core/text/visibleText.ts";
import { button, element } from "../shared/element.ts";
import { statusMark } from "./statusMark.ts";
import type { Surface } from "./surface.ts";

/** The facts next to a turn's heading: status, time, duration, op and usage. */
export function turnFacts(surface: Surface, call: Call): readonly Node[] {
  const { formats } = surface;
  const name = visibleCut(call.displayName ?? opName(call.op));
  const toCode = () => surface.post({ kind: "code", op: call.op });
  const usage = usageTexts([call], formats);
  return [
    statusMark(call.status),
    element(
      "time",
      { datetime: isoTime(call.startedAt), title: timesText(call, formats) },
      formats.ago(call.startedAt, surface.now()),
    ),
    element("span", { class: "duration" }, durationText(call, surface.now(), formats)),
    button(
      name,
      {
        class: "op",
        title: l10n.t("Go to the definition of {0}", visibleCut(opName(call.op))),
        "data-focus": `${call.id}/op`,
      },
      toCode,
    ),
    ...(usage.length === 0
      ? []
      : [element("span", { class: "usage", title: modelsText(call, formats) }, usage.join(" · "))]),
    moreButton(call),
  ];
}

/** The context of VS Code's menu on a turn. */
export function turnMenu({ id, op, threadId }: Call): string {
  return JSON.stringify({
    weaveKind: "turn",
    weaveTurn: id,
    weaveThread: threadId,
    weaveOp: op,
    preventDefaultContextMenuItems: true,
  });
}

/** VS Code opens its menu on a `contextmenu` event. */
function moreButton({ id }: Call): HTMLButtonElement {
  const more: HTMLButtonElement = button(
    "⋯",
    {
      class: "quiet more",
      title: l10n.t("More Actions…"),
      "aria-label": l10n.t("More Actions…"),
      "data-focus": `${id}/more`,
    },
    () => {
      const { left, bottom } = more.getBoundingClientRect();
      more.dispatchEvent(
        new MouseEvent("contextmenu", { bubbles: true, cancelable: true, clientX: left, clientY: bottom }),
      );
    },
  );
  return more;
}

function isoTime(time: number): string {
  return new Date(time).toISOString();
}
