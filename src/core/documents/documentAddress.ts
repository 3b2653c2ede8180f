import { type CallDocumentName, callDocumentNames } from "../calls/call.ts";
import type { AddressParts } from "../conversation/conversationAddress.ts";
import { opName } from "../conversation/opName.ts";
import { type ProjectId, parseProjectId } from "../session/projectId.ts";
import { middleCut, visibleText } from "../visibleText.ts";

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

/** A subject, and where it is: ids say nothing without the project, nor a project without the service. */
export interface DocumentAddress {
  /** Base address of the service, `sample:` for the embedded one. */
  readonly service: string;
  readonly project: ProjectId;
  readonly subject: DocumentSubject;
}

const longestName = 60;
/** Ids are of a time in front, and calls of one moment share that. */
const shortIdLength = 8;

/** The parts of a URI, not encoded. `op` is that of the call, for people alone: the path names what the query tells. */
export function documentParts({ service, project, subject }: DocumentAddress, op?: string): AddressParts {
  const folders = [...project.split("/"), subjectName(subject, op)].map(segment);
  return {
    path: `/${[...folders, fileName(subject)].join("/")}`,
    query: JSON.stringify({ service, project, ...subject }),
  };
}

/** Null for a query that is none of a document's: a URI may come from anywhere. */
export function readDocumentAddress(query: string): DocumentAddress | null {
  const json = parsed(query);
  if (typeof json !== "object" || json === null || !("service" in json) || !("project" in json)) return null;
  const { service } = json;
  const project = typeof json.project === "string" ? parseProjectId(json.project) : undefined;
  const subject = readSubject(json);
  if (typeof service !== "string" || project === undefined || subject === undefined) return null;
  return { service, project, subject };
}

/** The last characters of an id, which tell calls apart that a person has in mind at one time. */
export function shortId(id: string): string {
  return [...visibleText(id.toWellFormed())].slice(-shortIdLength).join("");
}

/** Which of a call's documents a text names. */
export function readableDocument(name: unknown): ReadableDocument | undefined {
  return [...callDocumentNames, "exception" as const].find((known) => known === name);
}

function subjectName(subject: DocumentSubject, op: string | undefined): string {
  if (subject.kind === "thread") return subject.threadId;
  const id = shortId(subject.callId);
  return op === undefined ? id : `${middleCut(opName(op), longestName)} ${id}`;
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

/** One part of a path: in one line, never blank, a step up or two parts. */
function segment(name: string): string {
  const text = visibleText(name.toWellFormed()).trim().replaceAll("/", "\u2215").replaceAll("\\", "\u2216");
  return /^\.{0,2}$/.test(text) ? `(${text})` : middleCut(text, longestName + shortIdLength + 1);
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

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
