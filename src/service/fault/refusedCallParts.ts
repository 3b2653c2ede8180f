import { type Fault, pathInBody } from "../../core/failures/fault.ts";

/** The parts of a list of calls that older services do not support: sizes, costs, and the filter for turns. */
export const spareCallParts = ["include_storage_size", "include_costs", "query"] as const;

export type SpareCallPart = (typeof spareCallParts)[number];

/** The parts sent that a service has, or may have, rejected: it does not always say which. */
export function refusedCallParts(fault: Fault, sent: readonly SpareCallPart[]): readonly SpareCallPart[] {
  if (fault.kind !== "invalidRequest") return [];
  const { issues, detail } = fault;
  const named = sent.filter((part) => issues.some((issue) => pathInBody(issue)[0] === part));
  // Other issues remain without them.
  if (issues.some((issue) => !sent.some((part) => pathInBody(issue)[0] === part))) return [];
  if (named.length > 0) return named;
  const said = sent.filter((part) => part !== "query" && detail.includes(part));
  // Errors of the database have no fixed form.
  return said.length > 0 ? said : sent.filter((part) => part === "query");
}
