import * as l10n from "@vscode/l10n";
import { isFailed } from "../../core/calls/failedCalls.ts";
import { isModelRequest } from "../../core/calls/modelCall.ts";
import { statusWords } from "../../core/calls/statusWords.ts";
import {
  durationText,
  modelsText,
  statusHint,
  timesText,
  usageTexts,
} from "../../core/conversation/drawing/turnText.ts";
import type { TurnFailure } from "../../core/conversation/turnFailures.ts";
import type { CallStatus } from "../../core/query/call.ts";
import { type Call, opName } from "../../core/query/call.ts";
import { menuFields } from "../../core/query/conversationKey.ts";
import { visibleCut } from "../../core/text/visibleText.ts";
import { button, type Child, element } from "../shared/element.ts";
import type { Surface } from "./conversationSurface.ts";

/**
 * The facts next to a turn's heading: status, time, duration, op, and the usage of the counted calls, with the models of
 * `named` in its tooltip.
 */
export function turnFacts(
  { formats, now, post }: Surface,
  call: Call,
  counted: readonly Call[],
  named: readonly Call[],
): Child {
  const { id, op, displayName, startedAt, status } = call;
  const time = { datetime: new Date(startedAt).toISOString(), title: timesText(call, formats) };
  const title = l10n.t("Go to the definition of {0}", visibleCut(opName(op)));
  const usage = usageTexts(counted, formats);
  return [
    statusMark(status),
    element("time", time, formats.ago(startedAt, now())),
    element("span", "duration", durationText(call, now(), formats)),
    button(visibleCut(displayName ?? opName(op)), { class: "op", title, "data-focus": `${id}/op` }, () =>
      post({ kind: "code", op }),
    ),
    usage.length > 0 &&
      element(
        "span",
        { class: "usage", title: modelsText(named.length > 0 ? named : counted, formats) },
        usage.join(" · "),
      ),
    moreButton(`${id}/more`),
  ];
}

/** The call that made a turn fail, as a button that goes to it. */
export function failureLine({ reveal }: Surface, failure: TurnFailure | null): Child {
  if (failure === null) return null;
  const { turnId, callId, text } = failure;
  const attributes = {
    class: "quiet failed",
    title: l10n.t("Show the failed call"),
    "data-focus": `${turnId}/failure`,
  };
  const sign = element("span", { "aria-hidden": "true" }, "✕ ");
  const line = button("", attributes, () => reveal(turnId, callId));
  line.append(sign, text);
  return element("p", "turn-failure", line);
}

/** The context of VS Code's menu on a turn, or on a call outside threads. */
export function turnMenu(call: Call): string {
  const { id, op, conversation } = call;
  if (conversation === null) return callMenu(call, call);
  return JSON.stringify({
    ...{ weaveKind: "turn", weaveTurn: id, ...menuFields(conversation), weaveOp: op },
    ...(isFailed(call) && { weaveFailed: true }),
    ...(isModelRequest(call, false) && { weaveModel: true }),
    preventDefaultContextMenuItems: true,
  });
}

/** The context of VS Code's menu on a call inside a turn. */
export function callMenu(call: Call, turn: Call, isInnermost = false): string {
  const { id, op, conversation, turnId, status } = call;
  return JSON.stringify({
    weaveKind: "call",
    weaveCall: id,
    weaveTurn: turnId ?? turn.id,
    ...menuFields(turn.conversation ?? conversation),
    weaveOp: op,
    // VS Code adds what the turn around it says and this does not.
    weaveFailed: status === "error",
    weaveModel: isModelRequest(call, isInnermost),
    preventDefaultContextMenuItems: true,
  });
}

/** VS Code opens its menu on a `contextmenu` event. */
export function moreButton(key: string): HTMLButtonElement {
  const title = l10n.t("More Actions…");
  const attributes = { class: "quiet more", title, "aria-label": title, "data-focus": key };
  const more: HTMLButtonElement = button("⋯", attributes, () => {
    const { left: clientX, bottom: clientY } = more.getBoundingClientRect();
    more.dispatchEvent(new MouseEvent("contextmenu", { bubbles: true, cancelable: true, clientX, clientY }));
  });
  return more;
}

const signs: Readonly<Record<CallStatus, string>> = { success: "✓", error: "✕", running: "…", descendant_error: "!" };

/** A status as an icon and a word, so that color is not the only sign. */
export function statusMark(status: CallStatus): HTMLElement {
  const sign = element("span", { class: "sign", "aria-hidden": "true" }, signs[status]);
  const word = element("span", "word", statusWords(status).title);
  return element("span", { class: `status ${status}`, title: statusHint(status) }, sign, " ", word);
}
