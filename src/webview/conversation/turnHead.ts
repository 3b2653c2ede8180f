import type { Call } from "../../core/calls/call.ts";
import { opName } from "../../core/calls/opName.ts";
import { visibleCut } from "../../core/visibleText.ts";
import { button, element } from "../shared/element.ts";
import { statusMark } from "./statusMark.ts";
import type { Surface } from "./surface.ts";
import { modelsText, usageTexts } from "./usageText.ts";

/** What stands beside a turn's heading: how it ended, when, how long, of which op, and what it took. */
export function turnFacts(surface: Surface, call: Call): readonly Node[] {
  const { say, formats } = surface;
  const name = visibleCut(call.displayName ?? opName(call.op));
  const started = say("started", formats.dateTime(call.startedAt));
  const times = call.endedAt === null ? started : `${started}\n${say("ended", formats.dateTime(call.endedAt))}`;
  const toCode = () => surface.post({ kind: "code", op: call.op });
  const usage = usageTexts(surface, [call]);
  return [
    statusMark(surface, call.status),
    element("time", { datetime: isoTime(call.startedAt), title: times }, formats.ago(call.startedAt, surface.now())),
    element("span", { class: "duration" }, durationText(surface, call)),
    button(
      name,
      { class: "op", title: say("goToCode", visibleCut(opName(call.op))), "data-focus": `${call.id}/op` },
      toCode,
    ),
    ...(usage.length === 0
      ? []
      : [element("span", { class: "usage", title: modelsText(surface, call) }, usage.join(" · "))]),
    moreButton(surface, call),
  ];
}

export function durationText({ say, formats, now }: Surface, { startedAt, endedAt }: Call): string {
  return endedAt === null
    ? say("runningFor", formats.duration(Math.max(0, now() - startedAt)))
    : formats.duration(endedAt - startedAt);
}

/** What VS Code's menu on a turn is about. */
export function turnMenu({ id, op, threadId }: Call): string {
  return JSON.stringify({
    weaveKind: "turn",
    weaveTurn: id,
    weaveThread: threadId,
    weaveOp: op,
    preventDefaultContextMenuItems: true,
  });
}

/** VS Code's own menu opens where a page says that one was asked for. */
function moreButton({ say }: Surface, { id }: Call): HTMLButtonElement {
  const more: HTMLButtonElement = button(
    "⋯",
    { class: "quiet more", title: say("moreActions"), "aria-label": say("moreActions"), "data-focus": `${id}/more` },
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
