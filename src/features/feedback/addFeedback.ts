import * as l10n from "@vscode/l10n";
import { type QuickPickItem, window } from "vscode";
import { menuArgument } from "../../core/conversations/menuArgument.ts";
import { ServiceError } from "../../core/failures/fault.ts";
import { isNote, newFeedbackId, noteLength, writeFeedback, writeProblem } from "../../core/feedback/writeFeedback.ts";
import { removeFeedback } from "../../core/port/operations.ts";
import type { ConversationKey } from "../../core/query/conversationKey.ts";
import {
  type Feedback,
  type FeedbackTarget,
  longestNote,
  type NewFeedback,
  targetOf,
} from "../../core/query/feedback.ts";
import { isCollector } from "../../core/session/session.ts";
import { isOneEmoji } from "../../core/text/emoji.ts";
import type { Formats } from "../../core/text/format.ts";
import { showNoThread, showNotReady, showRowIsGone } from "../../vscode/ui/commands.ts";
import { CanceledByUser, withLateProgress } from "../../vscode/ui/progress.ts";
import { askPick, askText } from "../../vscode/ui/quickInput.ts";
import type { FeedbackParts } from "./register.ts";

type Kind = NewFeedback["kind"];

/** What the row, turn or call of a menu is; null for something else. */
function targetIn(given: readonly unknown[]): { target: FeedbackTarget; conversation: ConversationKey | null } | null {
  const { conversation = null, turnId = null, callId } = menuArgument(given[0]);
  const id = callId ?? turnId;
  if (id !== null) return { target: targetOf({ id, conversation, turnId }), conversation };
  if (conversation?.kind !== "agent") return null;
  return { target: { kind: "agent_conversation", id: conversation.id }, conversation };
}

/** Adds a reaction or a note to the turn, call or agent conversation of a menu. */
export async function addFeedback(kind: Kind, given: readonly unknown[], parts: FeedbackParts): Promise<void> {
  const target = parts.target();
  if (target === null) return showNotReady(parts.sessions.session);
  const found = targetIn(given);
  if (found === null) return showNoThread(given);
  if (!(await isAgreed(target.project, parts))) return;
  const { conversation } = found;
  const about = {
    ...{ project: target.project, target: found.target, kind },
    conversationId: conversation?.kind === "agent" ? conversation.id : null,
  };
  /** What was sent last, and why it failed. It may be stored under its ID nevertheless. */
  const sent = { id: "", value: "", problem: "" };
  let written: Feedback | null = null;
  while (written === null) {
    const value = await (kind === "note"
      ? askNote(sent.value, sent.problem, parts.formats)
      : askReaction(sent.problem));
    if (value === null) return;
    // The box outlives its row: another project or account may be open.
    if (parts.target() !== target) return showRowIsGone();
    const isAgain = sent.problem !== "" && value === sent.value;
    if (!isAgain) sent.id = newFeedbackId(Date.now());
    sent.value = value;
    try {
      const title = kind === "note" ? l10n.t("Adding note") : l10n.t("Adding reaction");
      written = await withLateProgress(
        title,
        (signal) => writeFeedback({ ...about, id: sent.id, value }, target, signal, isAgain),
        parts.ending,
      );
    } catch (error) {
      if (error instanceof CanceledByUser) sent.problem = l10n.t("Canceled. It may have been sent.");
      else if (error instanceof ServiceError) sent.problem = writeProblem(error.fault);
      else throw error;
    }
  }
  // Another project may have been opened meanwhile.
  if (parts.target() === target) (await parts.project.feedback.get()).put(conversation, written);
  if (!menuArgument(given[0]).fromPage) await offerUndo(written.id, kind, parts);
}

/** Deletes feedback that this window wrote. */
export async function undoFeedback(id: string, parts: FeedbackParts): Promise<void> {
  const target = parts.target();
  const feedback = await parts.project.feedback.there();
  if (target === null || feedback?.isOwn(id) !== true) return showRowIsGone();
  const query = { project: target.project, id };
  await withLateProgress(
    l10n.t("Deleting feedback"),
    (signal) => target.service.ask(removeFeedback, query, signal),
    parts.ending,
  );
  feedback.remove(id);
}

/** Asked once for each project of a service that others can see. */
async function isAgreed(project: string, { sessions, preferences, project: { place } }: FeedbackParts) {
  const { session } = sessions;
  const isOwn = session?.kind === "sample" || (session?.kind === "signedIn" && isCollector(session.account));
  if (place === null || isOwn || preferences.mayWriteFeedback(place).value) return true;
  const add = l10n.t("Continue");
  const message = l10n.t("Reactions and notes are visible to everybody in {0}.", project);
  if ((await window.showWarningMessage(message, { modal: true }, add)) !== add) return false;
  await preferences.mayWriteFeedback(place).set(true);
  return true;
}

async function offerUndo(id: string, kind: Kind, parts: FeedbackParts): Promise<void> {
  const undo = l10n.t("Undo");
  const message = kind === "note" ? l10n.t("Note added.") : l10n.t("Reaction added.");
  if ((await window.showInformationMessage(message, undo)) === undo) await undoFeedback(id, parts);
}

async function askNote(value: string, problem: string, { exact }: Formats): Promise<string | null> {
  const result = await askText({
    ...{ title: l10n.t("Add Note"), prompt: l10n.t("Note"), value, problem: problem || undefined },
    validate: (text) => (isNote(text) ? undefined : l10n.t("Enter 1 to {0} characters.", exact(longestNote))),
    echo: (text) => l10n.t("{0} of {1} characters", exact(noteLength(text.trim())), exact(longestNote)),
  });
  return result.kind === "accepted" ? result.value.trim() : null;
}

const reactions = ["👍", "👎", "❤️", "🎉", "😕", "🚀", "👀"];

async function askReaction(problem: string): Promise<string | null> {
  const item = (label: string): QuickPickItem => ({ label });
  const result = await askPick({
    title: l10n.t("Add Reaction"),
    placeholder: problem || l10n.t("Select a reaction, or enter an emoji"),
    items: reactions.map(item),
    typedItem: (text) => (isOneEmoji(text.trim()) && !reactions.includes(text.trim()) ? item(text.trim()) : undefined),
  });
  return result.kind === "accepted" ? result.value.label : null;
}
