import type { Observable } from "../async/observable.ts";
import type { ThreadFilter } from "../conversations/threadSelection.ts";
import type { CallConditions } from "../counts/callCondition.ts";
import type { SeenCounts, StoredCounts } from "../counts/savedCount.ts";
import { type Fault, ServiceError } from "../failures/fault.ts";
import { names } from "../messages/members.ts";
import type { ProjectClient } from "../port/projectClient.ts";
import { isCollector, type Session } from "../session/session.ts";
import { maskedConditions, maskedCounts, maskedSeen } from "./maskedCounts.ts";
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

/**
 * What privacy mode puts between the window and its data. Data that is read gets pseudonyms instead of IDs and names, and
 * placeholders instead of texts; what is sent or stored gets the originals back. The code that shows data needs no condition.
 */
export type Mask = ReturnType<typeof createMask>;

/** Null while privacy mode is off. */
export type Privacy = Observable<Mask | null>;

export function createMask() {
  const masking = new Masking(new Pseudonyms());
  const reveal = masking.reveal.bind(masking);
  return {
    session: (session: Session): Session => {
      const project = session.project && masking.project(session.project);
      if (session.kind !== "signedIn") return { ...session, project };
      const { account } = session;
      // The name of the local collector is no one's.
      const isPlain = account.username === usualUsername || isCollector(account);
      const username = isPlain ? account.username : masking.id("user", account.username);
      return { ...session, project, account: { ...account, username } };
    },
    client: (target: ProjectClient) => maskedClient(target, masking),
    revealProject: masking.revealProject.bind(masking),
    fault: (fault: Fault) => masking.fault(fault),
    /** What the user has typed; pseudonyms are unchanged. */
    filter: ({ attributes, ...filter }: ThreadFilter): ThreadFilter => ({
      ...filter,
      threadIds: filter.threadIds.map((id) => masking.id(filter.kind ?? "thread", id)),
      ...(attributes && {
        attributes: attributes.map(({ attribute, values }) => {
          return { attribute, values: values.map((value) => masking.id("id", value)) };
        }),
      }),
    }),
    conditions: (conditions: CallConditions) => maskedConditions(conditions, masking),
    counts: (counts: StoredCounts) => maskedCounts(counts, masking),
    seen: (seen: SeenCounts) => maskedSeen(seen, masking),
    /** A text with originals instead of pseudonyms. */
    reveal,
    /** A JSON value to be stored, in the same way. */
    revealed: (value: unknown) => revealed(value, reveal),
    /** Whether a command is off, because it would show or copy originals, or find by them. */
    refuses: (command: string) => refused.has(command),
  };
}

function revealed(value: unknown, reveal: (text: string) => string): unknown {
  if (typeof value === "string") return reveal(value);
  if (Array.isArray(value)) return value.map((each) => revealed(each, reveal));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [reveal(key), revealed(each, reveal)]));
}

/** A service that answers with pseudonyms and placeholders, and accepts pseudonyms, in place of originals. */
function maskedClient(target: ProjectClient, masking: Masking): ProjectClient {
  const { service, project } = target;
  return {
    ...target,
    project: masking.project(project),
    service: {
      async *rows(operation, query, signal) {
        try {
          for await (const batch of service.rows(operation, operation.reveal(query, masking), signal))
            yield batch.map((row) => operation.hide(row, masking));
        } catch (error) {
          throw masked(error, masking);
        }
      },
      async ask(operation, query, signal) {
        try {
          return operation.hide(await service.ask(operation, operation.reveal(query, masking), signal), masking);
        } catch (error) {
          throw masked(error, masking);
        }
      },
    },
  };
}

function masked(error: unknown, masking: Masking): unknown {
  return error instanceof ServiceError ? new ServiceError(masking.fault(error.fault)) : error;
}
