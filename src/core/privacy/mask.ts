import type { Observable } from "../async/observable.ts";
import type { ThreadFilter } from "../conversations/threadSelection.ts";
import type { CallConditions } from "../counts/callCondition.ts";
import type { SeenCounts, StoredCounts } from "../counts/savedCount.ts";
import type { Fault } from "../failures/fault.ts";
import type { ProjectClient } from "../port/projectClient.ts";
import type { ProjectId } from "../query/projectId.ts";
import type { Session } from "../session/session.ts";

/**
 * What privacy mode puts between the window and its data. Data that is read gets pseudonyms instead of IDs and names, and
 * placeholders instead of texts; what is sent or stored gets the originals back. The code that shows data needs no condition.
 */
export interface Mask {
  session(session: Session): Session;
  client(target: ProjectClient): ProjectClient;
  revealProject(project: ProjectId): ProjectId;
  fault(fault: Fault): Fault;
  /** What the user has typed; pseudonyms are unchanged. */
  filter(filter: ThreadFilter): ThreadFilter;
  conditions(conditions: CallConditions): CallConditions;
  counts(counts: StoredCounts): StoredCounts;
  seen(seen: SeenCounts): SeenCounts;
  /** A text with originals instead of pseudonyms. */
  reveal(text: string): string;
  /** A JSON value to be stored, in the same way. */
  revealed(value: unknown): unknown;
  /** Whether a command is off, because it would show or copy originals, or find by them. */
  refuses(command: string): boolean;
}

/** Null while privacy mode is off. */
export type Privacy = Observable<Mask | null>;
