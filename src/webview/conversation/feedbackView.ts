import * as l10n from "@vscode/l10n";
import type { FeedbackMark } from "../../core/feedback/feedbackText.ts";
import { button, element } from "../shared/element.ts";
import type { Surface } from "./conversationSurface.ts";

const mostLines = 50;

/** What people and scorers wrote, a line each; null for nothing. Of a turn, a call inside it is named. */
export function feedbackView(surface: Surface, turnId: string | null, marks: readonly FeedbackMark[]): Node | null {
  if (marks.length === 0) return null;
  const list = element("ul", { class: "feedback", "aria-label": l10n.t("Feedback") });
  list.append(...marks.slice(0, mostLines).map((mark) => line(surface, turnId, mark)));
  const left = marks.length - mostLines;
  if (left > 0) list.append(element("li", "note", l10n.t("{0} more", surface.formats.exact(left))));
  return list;
}

function line({ post, reveal }: Surface, turnId: string | null, mark: FeedbackMark): HTMLElement {
  const { id, callId, callName, text, by, isReaction, isOwn } = mark;
  const goTo = { class: "quiet", title: l10n.t("Show this call"), "data-focus": `feedback/${id}/call` };
  const undo = { class: "quiet", "data-focus": `feedback/${id}/undo` };
  return element(
    "li",
    isReaction ? "reaction" : "note",
    turnId !== null &&
      callId !== null &&
      callName !== null && [button(callName, goTo, () => reveal(turnId, callId)), " "],
    element("span", { class: "feedback-text", dir: "auto" }, text),
    " ",
    element("span", "step-facts", by),
    isOwn && [" ", button(l10n.t("Undo"), undo, () => post({ kind: "undoFeedback", feedbackId: id }))],
  );
}
