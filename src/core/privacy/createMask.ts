import { names } from "../conversation/messages/members.ts";
import type { Mask } from "./mask.ts";
import { changedAddress } from "./maskedAddress.ts";
import { maskedConditions, maskedCounts, maskedSeen } from "./maskedCounts.ts";
import { maskedClient } from "./maskedService.ts";
import { Masking } from "./masking.ts";
import { type KnownPseudonym, Pseudonyms } from "./pseudonyms.ts";

/** The user name of every W&B key reveals nothing. */
const usualUsername = "api";

/** Commands that would show, copy or send originals, or that find by what the user types. */
const refused = new Set(
  names(`
    copyThreadId copyTurnId copyCallIds copyLink copyEditorLink
    copySavedCountLink copyThreadsQuery copyCountQuery openCountAsFile openInBrowser openThreadsInBrowser
    openLink findThread newCountFile runCountFile showCountFileCalls saveProject selectProject signIn
    switchAccount askConversation debugFailure`).map((name) => `weaveThreads.${name}`),
);

/** `known` are pseudonyms from before, such as those of tabs. */
export function createMask(known: readonly KnownPseudonym[]): Mask {
  const pseudonyms = new Pseudonyms(known);
  const masking = new Masking(pseudonyms);
  const hiding = {
    project: masking.project.bind(masking),
    thread: (id: string) => masking.id("thread", id),
    call: (id: string) => masking.id("call", id),
    op: masking.op.bind(masking),
  };
  const reveal = masking.reveal.bind(masking);
  const revealing = { project: masking.revealProject.bind(masking), thread: reveal, call: reveal, op: reveal };
  return {
    session: (session) => {
      const project = session.project && masking.project(session.project);
      if (session.kind !== "signedIn") return { ...session, project };
      const { account } = session;
      const username = account.username === usualUsername ? usualUsername : masking.id("user", account.username);
      return { ...session, project, account: { ...account, username } };
    },
    client: (target) => maskedClient(target, masking),
    revealProject: revealing.project,
    fault: (fault) => masking.fault(fault),
    filter: (filter) => ({ ...filter, threadIds: filter.threadIds.map(hiding.thread) }),
    conditions: (conditions) => maskedConditions(conditions, masking),
    counts: (counts) => maskedCounts(counts, masking),
    seen: (seen) => maskedSeen(seen, masking),
    reveal,
    revealed: (value) => revealed(value, reveal),
    masked: (parts) => changedAddress(parts, hiding),
    unmasked: (parts) => changedAddress(parts, revealing),
    known: (text) => pseudonyms.in(text),
    refuses: (command) => refused.has(command),
  };
}

/** A JSON value to be stored. */
function revealed(value: unknown, reveal: (text: string) => string): unknown {
  if (typeof value === "string") return reveal(value);
  if (Array.isArray(value)) return value.map((each) => revealed(each, reveal));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [reveal(key), revealed(each, reveal)]));
}
