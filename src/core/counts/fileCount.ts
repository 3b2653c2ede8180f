import { type Fault, type RequestIssue, ServiceError } from "../failures/fault.ts";
import type { ProjectClient } from "../projectClient.ts";
import type { ProjectId } from "../session/projectId.ts";
import type { CallCount } from "./callQuery.ts";
import type { CountFileQuery, CountFileReading } from "./countFile.ts";

/** The parsed text of a count file, or the reason why it cannot be sent. */
export type FileReading =
  | {
      readonly kind: "read";
      readonly query: CountFileQuery;
      /** The queried project. */
      readonly project: ProjectId;
    }
  /** The text is not valid JSON. */
  | { readonly kind: "notJson" }
  /** The request is not valid. */
  | { readonly kind: "refused"; readonly issues: readonly RequestIssue[] };

/** The result of running a count file. */
export type FileCount =
  | {
      readonly kind: "counted";
      readonly count: CallCount;
      readonly query: CountFileQuery;
      /** The counted project. */
      readonly project: ProjectId;
    }
  /** No request was sent. */
  | Exclude<FileReading, { readonly kind: "read" }>
  | { readonly kind: "failed"; readonly fault: Fault; readonly query: CountFileQuery };

/** State of the count of a document. */
export type CountFileState =
  | { readonly kind: "idle" }
  | { readonly kind: "counting" }
  | {
      readonly kind: "ended";
      readonly outcome: FileCount;
      /** Number of places with issues. */
      readonly problems: number;
      /** Milliseconds since the epoch. */
      readonly at: number;
      /** Whether the text has changed since it was read. */
      readonly edited: boolean;
    };

/** Runs the text of a count file. Rejects with the signal's reason. */
export async function countFile(
  text: string,
  { service, project }: ProjectClient,
  read: (body: unknown) => Promise<CountFileReading>,
  signal: AbortSignal,
): Promise<FileCount> {
  const reading = await readFileText(text, project, read);
  signal.throwIfAborted();
  if (reading.kind !== "read") return reading;
  const { query } = reading;
  try {
    const count = await service.countCalls({ ...query, project: reading.project }, signal);
    return { kind: "counted", count, query, project: reading.project };
  } catch (error) {
    if (error instanceof ServiceError && !signal.aborted) return { kind: "failed", fault: error.fault, query };
    throw error;
  }
}

/** `project` is the default for a file without a project. */
export async function readFileText(
  text: string,
  project: ProjectId,
  read: (body: unknown) => Promise<CountFileReading>,
): Promise<FileReading> {
  const json = parsed(text);
  if (json === null) return { kind: "notJson" };
  const reading = await read(json.body);
  return reading.kind === "refused" ? reading : { ...reading, project: reading.query.project ?? project };
}

/** Issues at places in the file; empty if there are none. */
export function issuesOf(outcome: FileCount): readonly RequestIssue[] {
  if (outcome.kind === "refused") return outcome.issues;
  const blamed = outcome.kind === "failed" && outcome.fault.kind === "invalidRequest";
  return blamed ? outcome.fault.issues : [];
}

function parsed(text: string): { readonly body: unknown } | null {
  try {
    return { body: JSON.parse(text) };
  } catch {
    return null;
  }
}
