import {
  type AddressParts,
  addressParts,
  type ConversationSubject,
  readAddress,
} from "../conversation/conversationAddress.ts";
import { type DocumentSubject, documentParts, readDocumentAddress } from "../documents/documentAddress.ts";
import type { ProjectId } from "../session/projectId.ts";

/** How the parts of an address are replaced. */
export interface AddressChange {
  readonly project: (project: ProjectId) => ProjectId;
  readonly thread: (id: string) => string;
  readonly call: (id: string) => string;
  readonly op: (op: string) => string;
}

/** The URI of a tab with other names and IDs; null if it is none of a conversation or document. */
export function changedAddress({ path, query }: AddressParts, change: AddressChange): AddressParts | null {
  const document = readDocumentAddress(query);
  if (document !== null) {
    const { service, project, subject } = document;
    const changed = { service, project: change.project(project), subject: changedSubject(subject, change) };
    return documentParts(changed, opIn(path, subject));
  }
  const conversation = readAddress(query);
  if (conversation === null) return null;
  const { service, project, ...subject } = conversation;
  return addressParts({ service, project: change.project(project), ...changedConversation(subject, change) });
}

function changedConversation(subject: ConversationSubject, change: AddressChange): ConversationSubject {
  if ("threadId" in subject) return { threadId: change.thread(subject.threadId) };
  return { callId: change.call(subject.callId), op: change.op(subject.op) };
}

function changedSubject(subject: DocumentSubject, change: AddressChange): DocumentSubject {
  if ("threadId" in subject) return { ...subject, threadId: change.thread(subject.threadId) };
  return { ...subject, callId: change.call(subject.callId) };
}

/** The name of the op in the path of a document, where its folder has it before the ID. */
function opIn(path: string, subject: DocumentSubject): string | undefined {
  if ("threadId" in subject) return undefined;
  const folder = path.split("/").at(-2) ?? "";
  const end = folder.lastIndexOf(" ");
  return end > 0 ? folder.slice(0, end) : undefined;
}
