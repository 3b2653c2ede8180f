import { names } from "../messages/members.ts";
import { isCollector } from "../session/collectorAccount.ts";
import type { Mask } from "./mask.ts";
import { maskedConditions, maskedCounts, maskedSeen } from "./maskedCounts.ts";
import { maskedClient } from "./maskedService.ts";
import { Masking } from "./masking.ts";
import { Pseudonyms } from "./pseudonyms.ts";

/** The user name of every W&B key reveals nothing. */
const usualUsername = "api";

/** Commands that would show, copy or send originals, or that find by what the user types. */
const refused = new Set(
  names(`
    copyThreadId copyTurnId copyCallIds copyLink copyEditorLink
    copySavedCountLink copyThreadsQuery copyCountQuery openCountAsFile openInBrowser openThreadsInBrowser
    openLink findThread newCountFile runCountFile showCountFileCalls saveProject selectProject signIn
    switchAccount askConversation debugFailure resumeInTerminal copyAsRequest copyAsTestCase
    exportConversation addReaction addNote pin editPin unpin tryAgain runDraft`).map((name) => `weaveThreads.${name}`),
);

export function createMask(): Mask {
  const masking = new Masking(new Pseudonyms());
  const reveal = masking.reveal.bind(masking);
  return {
    session: (session) => {
      const project = session.project && masking.project(session.project);
      if (session.kind !== "signedIn") return { ...session, project };
      const { account } = session;
      // The name of the local collector is no one's.
      const isPlain = account.username === usualUsername || isCollector(account);
      const username = isPlain ? account.username : masking.id("user", account.username);
      return { ...session, project, account: { ...account, username } };
    },
    client: (target) => maskedClient(target, masking),
    revealProject: masking.revealProject.bind(masking),
    fault: (fault) => masking.fault(fault),
    filter: ({ attributes, ...filter }) => ({
      ...filter,
      threadIds: filter.threadIds.map((id) => masking.id(filter.kind ?? "thread", id)),
      ...(attributes && {
        attributes: attributes.map(({ attribute, values }) => {
          return { attribute, values: values.map((value) => masking.id("id", value)) };
        }),
      }),
    }),
    conditions: (conditions) => maskedConditions(conditions, masking),
    counts: (counts) => maskedCounts(counts, masking),
    seen: (seen) => maskedSeen(seen, masking),
    reveal,
    revealed: (value) => revealed(value, reveal),
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
