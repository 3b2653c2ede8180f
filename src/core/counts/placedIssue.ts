import { pathInBody, type RequestIssue } from "../failures/fault.ts";

export interface PlacedIssue {
  /** Keys and indexes of the deepest part that the issue's path leads to, outermost first. */
  readonly place: readonly (string | number)[];
  /** The end of the path, which leads to nothing in that part. */
  readonly beyond: readonly (string | number)[];
  readonly issue: RequestIssue;
  /** The issue belongs to a union member that was not intended. */
  readonly aside: boolean;
}

/**
 * Assigns issues to the parts of a body. Path elements that do not exist, such as the union members that the service
 * inserts, are skipped. Of a union only the intended member is reported, if there is one.
 */
export function placeIssues(body: unknown, issues: readonly RequestIssue[]): readonly PlacedIssue[] {
  const found = issues.map((issue) => follow(body, issue));
  return found.filter((one) => !one.aside || !found.some((other) => tellsMore(other, one)));
}

function follow(body: unknown, issue: RequestIssue): PlacedIssue {
  const { place, beyond } = deepestPart(body, pathInBody(issue));
  const missing = beyond.length === 1 && !String(beyond[0]).startsWith("$") && missingTypes.includes(issue.type);
  return { issue, place, beyond, aside: beyond.length > 0 && !missing };
}

/** The deepest part of a body that a path leads to; elements that do not exist are skipped. */
export function deepestPart(body: unknown, path: RequestIssue["path"]) {
  const place: (string | number)[] = [];
  let value = body;
  let after = 0;
  for (const [index, part] of path.entries()) {
    if (typeof value !== "object" || value === null || !Object.hasOwn(value, part)) continue;
    place.push(Array.isArray(value) ? Number(part) : String(part));
    value = Reflect.get(value, part);
    after = index + 1;
  }
  return { value, place, beyond: path.slice(after) };
}

const missingTypes = ["missing", "invalid_type"];

function tellsMore(other: PlacedIssue, one: PlacedIssue): boolean {
  const { length } = one.place;
  const isInside = other.place.length > length || (other.place.length === length && !other.aside);
  return isInside && one.place.every((part, index) => part === other.place[index]);
}
