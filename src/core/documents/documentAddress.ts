import { type CallDocumentName, callDocumentNames } from "../calls/call.ts";
import { opName } from "../calls/opName.ts";
import { type AddressParts, type AddressPlace, pathSegment, readQuery } from "../conversation/addressParts.ts";
import { endOf, visibleCut, visibleText } from "../text/visibleText.ts";

/** What a call has to be read: its documents, and the text of its exception. */
export type ReadableDocument = CallDocumentName | "exception";

/** What a read-only document shows. */
export type DocumentSubject =
  | { readonly kind: "document"; readonly callId: string; readonly document: ReadableDocument }
  /** A call with all that it was given and gave back, in the form that is compared. */
  | { readonly kind: "call"; readonly callId: string }
  /** What a turn says, in the form that is compared. */
  | { readonly kind: "turn"; readonly callId: string }
  /** What all turns of a thread say, in the form that is compared. */
  | { readonly kind: "thread"; readonly threadId: string };

/** A subject, and where it is: ids say nothing without the project. */
export interface DocumentAddress extends AddressPlace {
  readonly subject: DocumentSubject;
}

const longestName = 60;
/** Ids are of a time in front, and calls of one moment share that. */
const shortIdLength = 8;
const longestSegment = longestName + 1 + shortIdLength;

/** The parts of a URI, not encoded. `op` is that of the call, for people alone: the path names what the query tells. */
export function documentParts({ service, project, subject }: DocumentAddress, op?: string): AddressParts {
  const folders = [...project.split("/"), subjectName(subject, op)].map((name) => pathSegment(name, longestSegment));
  return {
    path: `/${[...folders, fileName(subject)].join("/")}`,
    query: JSON.stringify({ service, project, ...subject }),
  };
}

/** Null for a query that is none of a document's: a URI may come from anywhere. */
export function readDocumentAddress(query: string): DocumentAddress | null {
  const read = readQuery(query);
  const subject = read === null ? undefined : readSubject(read.rest);
  return read === null || subject === undefined ? null : { ...read.place, subject };
}

/** The last characters of an id, which tell calls apart that a person has in mind at one time. */
export function shortId(id: string): string {
  return endOf(visibleText(id.toWellFormed().slice(-4 * shortIdLength)), shortIdLength);
}

/** Which of a call's documents a text names. */
export function readableDocument(name: unknown): ReadableDocument | undefined {
  return [...callDocumentNames, "exception" as const].find((known) => known === name);
}

function subjectName(subject: DocumentSubject, op: string | undefined): string {
  if (subject.kind === "thread") return subject.threadId;
  const id = shortId(subject.callId);
  return op === undefined ? id : `${visibleCut(opName(op), longestName)} ${id}`;
}

function fileName(subject: DocumentSubject): string {
  switch (subject.kind) {
    case "document":
      return `${subject.document}.${subject.document === "exception" ? "txt" : "json"}`;
    case "call":
      return "call.json";
    case "turn":
      return "turn.md";
    case "thread":
      return "conversation.md";
  }
}

function readSubject(json: object): DocumentSubject | undefined {
  if (!("kind" in json)) return undefined;
  const { kind } = json;
  if (kind === "thread") {
    return "threadId" in json && typeof json.threadId === "string" ? { kind, threadId: json.threadId } : undefined;
  }
  if (!("callId" in json) || typeof json.callId !== "string" || json.callId === "") return undefined;
  const { callId } = json;
  if (kind === "call" || kind === "turn") return { kind, callId };
  const document = kind === "document" && "document" in json ? readableDocument(json.document) : undefined;
  return document === undefined ? undefined : { kind: "document", callId, document };
}
