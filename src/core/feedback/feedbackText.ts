import * as l10n from "@vscode/l10n";
import { type Call, opName } from "../query/call.ts";
import type { Feedback } from "../query/feedback.ts";
import type { Formats } from "../text/format.ts";
import { isList, isObject, type Json } from "../text/json.ts";
import { plural } from "../text/plural.ts";
import { visibleCut, visibleLines } from "../text/visibleText.ts";

/** Feedback in words, as a page shows it. Contains untrusted text. */
export interface FeedbackMark {
  readonly id: string;
  /** The call that it is about, with its name if it is inside a turn; null for a conversation. */
  readonly callId: string | null;
  readonly callName: string | null;
  /** As `👎`, a note, or `answers_question: 0.8`. */
  readonly text: string;
  /** Who wrote it, and when. */
  readonly by: string;
  /** Whether it stands for a reaction, which is one emoji. */
  readonly isReaction: boolean;
  /** Whether this window wrote it, so that it can be undone. */
  readonly isOwn: boolean;
}

/** Whose feedback it is: `users` are IDs of the user, `written` the feedback of this window. */
export interface Writers {
  readonly users: ReadonlySet<string>;
  readonly written: Pick<ReadonlySet<string>, "has">;
}

const longestId = 8;
const longestValue = 200;

/** `call` is the one that it is about, null for a conversation; `turnId` the turn around it. */
export function feedbackMark(
  feedback: Feedback,
  { call, turnId }: { readonly call: Call | null; readonly turnId: string | null },
  { users, written }: Writers,
  formats: Formats,
): FeedbackMark {
  const { id, creator, userId, createdAt } = feedback;
  const isOwn = written.has(id);
  const who = isOwn || users.has(userId) ? l10n.t("you") : visibleCut(creator ?? userId.slice(0, longestId));
  const by = [who, formats.dateTime(createdAt)].filter((part) => part !== "").join(", ");
  const callName = call === null || call.id === turnId ? null : visibleCut(call.displayName ?? opName(call.op));
  const place = { callId: call?.id ?? null, callName };
  return { id, ...place, text: feedbackWords(feedback), by, isReaction: isReaction(feedback), isOwn };
}

/** What it says, without who wrote it. Notes are whole. */
export function feedbackWords({ kind, name, value }: Feedback): string {
  if (kind === "note" && typeof value === "string") return visibleLines(value);
  const words = visibleCut(valueWords(value), longestValue);
  return name === "" ? words : l10n.t("{0}: {1}", visibleCut(name), words);
}

/** How much feedback of each kind there is, as `👍 2 · 👎 1 · 1 note`; empty for none. */
export function feedbackSummary(all: readonly Feedback[], formats: Formats): string {
  const emoji = Map.groupBy(
    all.flatMap(({ kind, value }) =>
      kind === "tags" && isList(value) ? value.map(valueWords) : kind === "reaction" ? valueWords(value) : [],
    ),
    (text) => visibleCut(text, longestValue),
  );
  const notes = all.filter(({ kind }) => kind === "note").length;
  const others = all.filter(({ kind }) => !["note", "reaction", "tags"].includes(kind)).length;
  const reactions = [...emoji].map(([text, { length }]) => (length === 1 ? text : `${text} ${formats.exact(length)}`));
  return [
    ...reactions,
    notes > 0 && plural(notes, l10n.t("1 note"), l10n.t("{0} notes", formats.exact(notes))),
    others > 0 &&
      plural(others, l10n.t("1 score or annotation"), l10n.t("{0} scores or annotations", formats.exact(others))),
  ]
    .filter((part) => part !== false)
    .join(" · ");
}

function isReaction({ kind, value }: Feedback): boolean {
  return kind === "reaction" || (kind === "tags" && isList(value) && value.every((each) => typeof each === "string"));
}

function valueWords(value: Json): string {
  if (typeof value === "string") return value;
  if (isList(value)) return value.map(valueWords).join(", ");
  if (!isObject(value)) return typeof value === "number" ? String(Number(value.toPrecision(3))) : JSON.stringify(value);
  return Object.entries(value)
    .map(([key, each]) => `${key} ${valueWords(each)}`)
    .join(", ");
}
