import type { RequestIssue } from "../failures/fault.ts";
import type { ProjectId } from "../session/projectId.ts";
import type { CallQuery } from "./callQuery.ts";

/** Extension of count files, which contain the body of `POST /calls/query_stats`. */
export const countFileEnding = ".weave-count.json";

/** The query in a count file; `project` is null for the project of the window. */
export type CountFileQuery = Omit<CallQuery, "project"> & { readonly project: ProjectId | null };

/** A parsed count file: a query, or all of its issues. */
export type CountFileReading =
  | { readonly kind: "read"; readonly query: CountFileQuery }
  | { readonly kind: "refused"; readonly issues: readonly RequestIssue[] };
