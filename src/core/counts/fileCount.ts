import * as l10n from "@vscode/l10n";
import { type Fault, type RequestIssue, ServiceError } from "../failures/fault.ts";
import { countCalls } from "../port/operations.ts";
import type { ProjectClient } from "../port/projectClient.ts";
import type { CallCount, CountFileQuery, CountFileReading } from "../query/callQuery.ts";
import type { ProjectId } from "../query/projectId.ts";
import { jsonIn } from "../text/json.ts";

/** Why the text of a count file cannot be sent: it is not JSON, or the request is not valid. */
type Unsendable = { readonly kind: "notJson" } | { readonly kind: "refused"; readonly issues: readonly RequestIssue[] };

/** The parsed text of a count file; `project` is the queried one. */
export type FileReading =
  | { readonly kind: "read"; readonly query: CountFileQuery; readonly project: ProjectId }
  | Unsendable;

/** The result of running a count file; `project` is the counted one. */
export type FileCount =
  | {
      readonly kind: "counted";
      readonly count: CallCount;
      readonly query: CountFileQuery;
      readonly project: ProjectId;
    }
  | Unsendable
  | { readonly kind: "failed"; readonly fault: Fault; readonly query: CountFileQuery };

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
    const count = await service.ask(countCalls, { ...query, project: reading.project }, signal);
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
  if (isTooLarge(text)) return { kind: "refused", issues: [{ path: [], message: tooLargeText(), type: "custom" }] };
  const body = jsonIn(text);
  if (body === undefined) return { kind: "notJson" };
  const reading = await read(body);
  return reading.kind === "refused" ? reading : { ...reading, project: reading.query.project ?? project };
}

/** Limits of a count file. Checking a value takes up to 0.1 ms, at every change of the text. */
const most = { megabytes: 1, values: 10_000 };

export function isTooLarge(text: string): boolean {
  return text.length > most.megabytes * 1_000_000 || text.split(/[,{[]/, most.values + 1).length > most.values;
}

export function tooLargeText(): string {
  return l10n.t(
    "This file exceeds {0} MB or {1} values, the limits of count files. Remove values.",
    most.megabytes,
    most.values,
  );
}

/** Issues at places in the file; empty if there are none. */
export function issuesOf(outcome: FileCount): readonly RequestIssue[] {
  if (outcome.kind === "refused") return outcome.issues;
  const blamed = outcome.kind === "failed" && outcome.fault.kind === "invalidRequest";
  return blamed ? outcome.fault.issues : [];
}
