import type { RequestIssue } from "../failures/fault.ts";
import type { ProjectId } from "../session/projectId.ts";
import type { CallQuery } from "./callQuery.ts";

/** How the name of a count file ends: a file that holds the body of `POST /calls/query_stats`. */
export const countFileEnding = ".weave-count.json";

/** What a count file asks; `project` is null where it leaves that to the window. */
export type CountFileQuery = Omit<CallQuery, "project"> & { readonly project: ProjectId | null };

/** What the body in a count file comes to: a query, or everything that is wrong with it. */
export type CountFileReading =
  | { readonly kind: "read"; readonly query: CountFileQuery }
  | { readonly kind: "refused"; readonly issues: readonly RequestIssue[] };
