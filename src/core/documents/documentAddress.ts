import { type AddressParts, type AddressPlace, pathSegment, readQuery } from "../conversation/conversationAddress.ts";
import { type EditSide, editSides } from "../conversation/fileArguments.ts";
import { type CallDocumentName, callDocumentNames, opName } from "../query/call.ts";
import { type ConversationKey, keyFields, keyIn } from "../query/conversationKey.ts";
import { memberOf, textIn } from "../text/json.ts";
import { endOf, visibleCut, visibleText } from "../text/visibleText.ts";

/** The readable parts of a call: its documents and its exception text. */
export type ReadableDocument = CallDocumentName | "exception";

/** The content of a read-only document. */
export type DocumentSubject =
  | { readonly kind: "document"; readonly callId: string; readonly document: ReadableDocument }
  /** What a tool call replaced in a file, or what it put there. */
  | { readonly kind: "edit"; readonly callId: string; readonly side: EditSide }
  /** A call with its inputs and output, in the form used for comparison. */
  | { readonly kind: "call"; readonly callId: string }
  /** The messages of a turn, in the form used for comparison. */
  | { readonly kind: "turn"; readonly callId: string }
  /** All turns of a conversation, with everything. */
  | { readonly kind: "transcript"; readonly conversation: ConversationKey }
  /** The same for an agent: bounded, and marked as data. */
  | { readonly kind: "threadRecord"; readonly conversation: ConversationKey }
  | { readonly kind: "turnRecord" | "callRecord"; readonly callId: string };

/** A subject and its location: an ID is ambiguous without the project. */
export interface DocumentAddress extends AddressPlace {
  readonly subject: DocumentSubject;
}

const longestName = 60;
/** IDs start with a timestamp, so calls made at the same time share a prefix. */
const shortIdLength = 8;
const longestSegment = longestName + 1 + shortIdLength;

/** The parts of a URI, not encoded. `op` is the call's op, for display only: the query identifies the document. */
export function documentParts({ service, project, subject }: DocumentAddress, op?: string): AddressParts {
  const folders = [...project.split("/"), subjectName(subject, op)].map((name) => pathSegment(name, longestSegment));
  return {
    path: `/${[...folders, fileName(subject, op)].join("/")}`,
    query: JSON.stringify({ service, project, ...fieldsOf(subject) }),
  };
}

function fieldsOf(subject: DocumentSubject): object {
  return isWhole(subject) ? { kind: subject.kind, ...keyFields(subject.conversation) } : subject;
}

/** Whether it is about a whole conversation; otherwise it is about a call. */
function isWhole(subject: DocumentSubject): subject is Extract<DocumentSubject, { conversation: ConversationKey }> {
  return subject.kind === "transcript" || subject.kind === "threadRecord";
}

/** Null if the query is not one of a document: a URI is untrusted. */
export function readDocumentAddress(query: string): DocumentAddress | null {
  const read = readQuery(query);
  const subject = read === null ? undefined : readSubject(read.rest);
  return read === null || subject === undefined ? null : { ...read.place, subject };
}

/** The last characters of an ID, enough to tell apart the calls in view. */
export function shortId(id: string): string {
  return endOf(visibleText(id.toWellFormed().slice(-4 * shortIdLength)), shortIdLength);
}

function subjectName(subject: DocumentSubject, op: string | undefined): string {
  if (isWhole(subject)) return subject.conversation.id;
  const id = shortId(subject.callId);
  return op === undefined ? id : `${visibleCut(opName(op), longestName)} ${id}`;
}

/** The name of the tab. VS Code adds the folder to equal names. */
function fileName(subject: DocumentSubject, op: string | undefined): string {
  if (isWhole(subject)) return "conversation.md";
  const name = pathSegment(op === undefined ? shortId(subject.callId) : opName(op), longestName);
  if (subject.kind === "document") {
    return `${subject.document} of ${name}.${subject.document === "exception" ? "txt" : "json"}`;
  }
  return {
    edit: `edit of ${name}.txt`,
    call: `inputs and output of ${name}.json`,
    turn: `messages of ${name}.md`,
    turnRecord: `turn ${name}.md`,
    callRecord: `call ${name}.txt`,
  }[subject.kind];
}

function readSubject(json: object): DocumentSubject | undefined {
  const kind = memberOf(json, "kind");
  const conversation = keyIn(json);
  if (kind === "transcript" || kind === "threadRecord") return conversation && { kind, conversation };
  const callId = textIn(json, "callId");
  if (callId === undefined) return undefined;
  if (kind === "call" || kind === "turn" || kind === "turnRecord" || kind === "callRecord") return { kind, callId };
  if (kind === "edit") {
    const side = editSides.find((known) => known === memberOf(json, "side"));
    return side && { kind, callId, side };
  }
  const name = kind === "document" ? memberOf(json, "document") : undefined;
  const document = [...callDocumentNames, "exception" as const].find((known) => known === name);
  return document && { kind: "document", callId, document };
}
