import { visibleText } from "../text/visibleText.ts";

/** A project as the service names it: `<entity>/<project>`, both parts non-empty. */
export type ProjectId = `${string}/${string}`;

const shape = /^[^/\s](?:[^/]*[^/\s])?\/[^/\s](?:[^/]*[^/\s])?$/;

/**
 * Reads `<entity>/<project>`, spaces around it ignored; undefined for any other shape, and for one with characters that
 * hide or reorder others: a folder's settings may name it.
 */
export function parseProjectId(text: string): ProjectId | undefined {
  const trimmed = text.trim();
  return isProjectId(trimmed) ? trimmed : undefined;
}

function isProjectId(text: string): text is ProjectId {
  return shape.test(text) && visibleText(text) === text;
}
