import { type ProjectId, parseProjectId } from "../session/projectId.ts";
import { sampleAddress } from "../session/serviceUrl.ts";
import type { Session } from "../session/session.ts";
import { middleCut, visibleText } from "../visibleText.ts";

/** Where a conversation is: a thread id says nothing without the project, nor a project without the service. */
export interface ConversationAddress {
  /** Base address of the service, `sample:` for the embedded one. */
  readonly service: string;
  readonly project: ProjectId;
  /** Any text. */
  readonly threadId: string;
}

/** The parts of a URI that differ between conversations, not encoded. */
export interface AddressParts {
  /** For people: it ends in the name of the tab. */
  readonly path: string;
  /** What the address is read from. */
  readonly query: string;
}

const longestLabel = 80;

export function addressParts({ service, project, threadId }: ConversationAddress): AddressParts {
  return {
    path: `/${project}/${threadLabel(threadId)}`,
    query: JSON.stringify({ service, project, threadId }),
  };
}

/** Null for a query that is none of a conversation's: a URI may come from anywhere. */
export function readAddress(query: string): ConversationAddress | null {
  const json = parsed(query);
  if (typeof json !== "object" || json === null) return null;
  if (!("service" in json) || !("project" in json) || !("threadId" in json)) return null;
  const { service, threadId } = json;
  const project = typeof json.project === "string" ? parseProjectId(json.project) : undefined;
  if (typeof service !== "string" || typeof threadId !== "string" || project === undefined) return null;
  return { service, project, threadId };
}

/** The service that a session asks, as an address names it; null where it asks none. */
export function serviceOf(session: Session): string | null {
  switch (session.kind) {
    case "signedOut":
      return null;
    case "sample":
      return sampleAddress;
    case "signedIn":
      return session.account.url;
  }
}

/** A thread id as the last part of a path: in one line, never blank, a step up or two parts. */
function threadLabel(threadId: string): string {
  const text = visibleText(threadId.toWellFormed()).trim().replaceAll("/", "\u2215").replaceAll("\\", "\u2216");
  return /^\.{0,2}$/.test(text) ? `(${text})` : middleCut(text, longestLabel);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
