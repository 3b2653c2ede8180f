import * as l10n from "@vscode/l10n";
import { detailText, type Fault, ServiceError } from "../failures/fault.ts";
import { faultText } from "../failures/faultText.ts";
import { createFeedback, queryFeedback } from "../port/operations.ts";
import type { ProjectClient } from "../port/projectClient.ts";
import { type Feedback, longestNote, type NewFeedback } from "../query/feedback.ts";
import { sentences } from "../text/sentences.ts";

/**
 * Writes feedback once. After a failure that leaves open whether it was stored, it is looked for by its ID before it is
 * sent again. `isAgain` says that such a failure has come before. Rejects with a `ServiceError`.
 */
export async function writeFeedback(
  given: NewFeedback,
  { service }: Pick<ProjectClient, "service">,
  signal: AbortSignal,
  isAgain = false,
): Promise<Feedback> {
  if (isAgain) {
    const query = { project: given.project, ids: [given.id], limit: 1 };
    const [stored] = await service.ask(queryFeedback, query, signal);
    if (stored !== undefined) return stored;
  }
  try {
    return await service.ask(createFeedback, given, signal);
  } catch (error) {
    if (isAgain || !(error instanceof ServiceError) || !isUncertain(error.fault)) throw error;
    return writeFeedback(given, { service }, signal, true);
  }
}

/** Whether a request with this failure may have been carried out: all but refusals. */
function isUncertain({ kind }: Fault): boolean {
  return !refusals.has(kind);
}

const refusals: ReadonlySet<Fault["kind"]> = new Set([
  ...(["notSignedIn", "forbidden", "routeMissing", "notFound", "tooLarge", "invalidRequest"] as const),
  ...(["unsupported", "rateLimited", "unsafe", "certificate"] as const),
]);

/** Why a write failed. A key that may read may not be allowed to write. */
export function writeProblem(fault: Fault): string {
  if (fault.kind !== "forbidden") return faultText(fault);
  return sentences(l10n.t("You cannot add feedback to this project."), detailText(fault.detail));
}

/** The characters of a note as the service counts them; a note has at least one, and at most `longestNote`. */
export function noteLength(text: string): number {
  return [...text].length;
}

export function isNote(text: string): boolean {
  const length = noteLength(text.trim());
  return length > 0 && length <= longestNote;
}

/** A UUID of version 7, which the service sorts by; `now` is milliseconds since the epoch. */
export function newFeedbackId(now: number): string {
  const time = now.toString(16).padStart(12, "0");
  return `${time.slice(0, 8)}-${time.slice(8)}-7${crypto.randomUUID().slice(15)}`;
}
