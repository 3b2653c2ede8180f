import { opName } from "../query/call.ts";
import { type ConversationKey, keyFields, keyIn } from "../query/conversationKey.ts";
import { type ProjectId, parseProjectId } from "../query/projectId.ts";
import type { Session } from "../session/session.ts";
import { sampleAddress } from "../settings/serviceUrl.ts";
import { isObject, type JsonObject, jsonIn } from "../text/json.ts";
import { visibleCut } from "../text/visibleText.ts";

/** The parts of a URI that differ between conversations, and between documents, not encoded. */
export interface AddressParts {
  /** For display: it ends in the name of the tab. */
  readonly path: string;
  /** The part that the address is parsed from. */
  readonly query: string;
}

/** The location of an ID: a project is ambiguous without the service. */
export interface AddressPlace {
  /** Base URL of the service, `sample:` for the embedded one. */
  readonly service: string;
  readonly project: ProjectId;
}

/** What a conversation tab shows: the turns of a thread, or a call outside threads as if it were a turn. */
export type ConversationSubject =
  | { readonly conversation: ConversationKey }
  | { readonly conversation: null; readonly callId: string; readonly op: string };

/** The location of a conversation: an ID is ambiguous without the project. */
export type ConversationAddress = AddressPlace & ConversationSubject;

const longestLabel = 80;

export function addressParts({ service, project, ...subject }: ConversationAddress): AddressParts {
  const { conversation, ...call } = subject;
  const fields = conversation === null ? call : keyFields(conversation);
  return {
    path: `/${project}/${pathSegment(subjectName(subject), longestLabel)}`,
    query: JSON.stringify({ service, project, ...fields }),
  };
}

/** The name of what a tab shows: untrusted text. */
export function subjectName(subject: ConversationSubject): string {
  return subject.conversation === null ? opName(subject.op) : subject.conversation.id;
}

/** Null if the query is not one of a conversation: a URI is untrusted. */
export function readAddress(query: string): ConversationAddress | null {
  const read = readQuery(query);
  if (read === null) return null;
  const { callId, op } = read.rest;
  const conversation = keyIn(read.rest);
  if (conversation !== undefined) return { ...read.place, conversation };
  const isCall = typeof callId === "string" && typeof op === "string";
  return isCall ? { ...read.place, conversation: null, callId, op } : null;
}

/** The query of an address beyond its location; null if it is not one: a URI is untrusted. */
export function readQuery(query: string): { readonly place: AddressPlace; readonly rest: JsonObject } | null {
  const rest = jsonIn(query);
  if (!isObject(rest)) return null;
  const { service, project: name } = rest;
  const project = typeof name === "string" ? parseProjectId(name) : undefined;
  return typeof service === "string" && project !== undefined ? { place: { service, project }, rest } : null;
}

/** Untrusted text as one path segment: on one line, and never empty, `..` or several segments. */
export function pathSegment(name: string, longest: number): string {
  const text = visibleCut(name.toWellFormed(), longest).trim().replaceAll("/", "\u2215").replaceAll("\\", "\u2216");
  return /^\.{0,2}$/.test(text) ? `(${text})` : text;
}

/** The service of a session, as an address names it; null if it has none. */
export function serviceOf(session: Session): string | null {
  if (session.kind === "sample") return sampleAddress;
  return session.kind === "signedIn" ? session.account.url : null;
}
