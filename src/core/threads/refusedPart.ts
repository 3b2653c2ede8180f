import { type Fault, pathInBody, type RequestIssue } from "../failures/fault.ts";

/** The user's choices about the listed threads. */
export type ThreadPart = "time" | "threadIds" | "sort";

/** The choice that an issue with `POST /threads/stream_query` refers to; null for anything else in the request. */
export function refusedPart(issue: RequestIssue): ThreadPart | null {
  const [member, field] = pathInBody(issue);
  if (member === "sort_by") return "sort";
  if (member !== "filter") return null;
  if (field === "thread_ids") return "threadIds";
  return field === "after_datetime" || field === "before_datetime" ? "time" : null;
}

export function isOfSort(issue: RequestIssue): boolean {
  return pathInBody(issue)[0] === "sort_by";
}

export function isOfFilter(issue: RequestIssue): boolean {
  return pathInBody(issue)[0] === "filter";
}

/** The issues that the service reports for one of the choices. */
export function issuesWith(part: ThreadPart, fault: Fault | null): readonly RequestIssue[] {
  return fault?.kind === "invalidRequest" ? fault.issues.filter((issue) => refusedPart(issue) === part) : [];
}
