import type { Work } from "../requests/requestBudget.ts";
import { visibleText } from "../text/visibleText.ts";

/** A project ID: `<entity>/<project>`, both parts non-empty. */
export type ProjectId = `${string}/${string}`;

/** What every query has. */
export interface ProjectQuery {
  readonly project: ProjectId;
  /** Default `requested`. */
  readonly work?: Work;
}

const shape = /^[^/\s](?:[^/]*[^/\s])?\/[^/\s](?:[^/]*[^/\s])?$/;

/**
 * Parses `<entity>/<project>`, ignoring surrounding spaces; undefined for any other form, and for characters that
 * hide or reorder others, because workspace settings are untrusted.
 */
export function parseProjectId(text: string): ProjectId | undefined {
  const trimmed = text.trim();
  return isProjectId(trimmed) ? trimmed : undefined;
}

function isProjectId(text: string): text is ProjectId {
  return shape.test(text) && visibleText(text) === text;
}

/** The projects of the embedded sample service; the first is the one that opens. */
export const sampleProjects = [
  "northwind/support-assistant",
  "northwind/code-review",
  "fabrikam/rag-playground",
] as const satisfies readonly ProjectId[];

/** The projects of a stored list; entries that are none are left out. */
export function readProjectIds(stored: unknown): readonly ProjectId[] {
  const entries: readonly unknown[] = Array.isArray(stored) ? stored : [];
  return entries.flatMap((entry) => (typeof entry === "string" ? (parseProjectId(entry) ?? []) : []));
}
