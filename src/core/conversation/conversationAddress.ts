import { sampleAddress } from "../session/serviceUrl.ts";
import type { Session } from "../session/session.ts";
import { type AddressParts, type AddressPlace, pathSegment, readQuery } from "./addressParts.ts";

/** The location of a conversation: a thread ID is ambiguous without the project. */
export interface ConversationAddress extends AddressPlace {
  /** Any text. */
  readonly threadId: string;
}

const longestLabel = 80;

export function addressParts({ service, project, threadId }: ConversationAddress): AddressParts {
  return {
    path: `/${project}/${pathSegment(threadId, longestLabel)}`,
    query: JSON.stringify({ service, project, threadId }),
  };
}

/** Null if the query is not one of a conversation: a URI is untrusted. */
export function readAddress(query: string): ConversationAddress | null {
  const read = readQuery(query);
  if (read === null || !("threadId" in read.rest) || typeof read.rest.threadId !== "string") return null;
  return { ...read.place, threadId: read.rest.threadId };
}

/** The service of a session, as an address names it; null if it has none. */
export function serviceOf(session: Session): string | null {
  switch (session.kind) {
    case "signedOut":
    case "held":
      return null;
    case "sample":
      return sampleAddress;
    case "signedIn":
      return session.account.url;
  }
}
