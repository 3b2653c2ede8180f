import { sampleAddress } from "../session/serviceUrl.ts";
import type { Session } from "../session/session.ts";
import { type AddressParts, type AddressPlace, pathSegment, readQuery } from "./addressParts.ts";

/** Where a conversation is: a thread id says nothing without the project. */
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

/** Null for a query that is none of a conversation's: a URI may come from anywhere. */
export function readAddress(query: string): ConversationAddress | null {
  const read = readQuery(query);
  if (read === null || !("threadId" in read.rest) || typeof read.rest.threadId !== "string") return null;
  return { ...read.place, threadId: read.rest.threadId };
}

/** The service that a session asks, as an address names it; null where it asks none. */
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
