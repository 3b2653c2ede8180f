import { memberOf } from "../text/json.ts";

/** What kinds of conversations there are: threads of calls, and conversations of agents. */
export const conversationKinds = ["thread", "agent"] as const;

export type ConversationKind = (typeof conversationKinds)[number];

/** Identifies a conversation in a project: each kind is stored on its own, and two may have the same ID. */
export interface ConversationKey {
  readonly kind: ConversationKind;
  /** Any text, also empty. */
  readonly id: string;
}

export function threadKey(id: string): ConversationKey {
  return { kind: "thread", id };
}

export function isSameConversation(a: ConversationKey | null, b: ConversationKey | null): boolean {
  return a === b || (a !== null && b !== null && a.kind === b.kind && a.id === b.id);
}

/** `thread:<id>`: for sets, caches and the IDs of elements. */
export function keyText({ kind, id }: ConversationKey): string {
  return `${kind}:${id}`;
}

/** Reads what `keyText` returns; undefined for other texts. */
export function readKeyText(text: string): ConversationKey | undefined {
  const kind = conversationKinds.find((known) => text.startsWith(`${known}:`));
  return kind && { kind, id: text.slice(kind.length + 1) };
}

/** The fields of a stored or passed conversation: a thread has its bare ID, as in all versions. */
export function keyFields(key: ConversationKey): { readonly threadId: string } | { readonly conversation: string } {
  return key.kind === "thread" ? { threadId: key.id } : { conversation: keyText(key) };
}

/** Reads `keyFields`, or the key in a call, of an untrusted value; undefined if there is none. */
export function keyIn(value: unknown): ConversationKey | undefined {
  const [threadId, inside] = [memberOf(value, "threadId"), memberOf(value, "conversation")];
  if (typeof threadId === "string") return threadKey(threadId);
  if (typeof inside === "string") return readKeyText(inside);
  const [id, kind] = [memberOf(inside, "id"), conversationKinds.find((known) => known === memberOf(inside, "kind"))];
  return kind !== undefined && typeof id === "string" ? { kind, id } : undefined;
}

/** The same in the context of a page's menu. */
export function menuFields(key: ConversationKey | null): object {
  return key?.kind === "agent" ? { weaveConversation: keyText(key) } : { weaveThread: key?.id ?? null };
}
