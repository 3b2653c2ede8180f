import { type Fault, pathInBody } from "../../core/failures/fault.ts";

/** What a list of calls can do without, where a service is too old for it: sizes, costs, and to be asked for turns. */
export const spareCallParts = ["include_storage_size", "include_costs", "query"] as const;

export type SpareCallPart = (typeof spareCallParts)[number];

/** The parts among those sent that a service has refused, or may have: it does not always say which. */
export function refusedCallParts(fault: Fault, sent: readonly SpareCallPart[]): readonly SpareCallPart[] {
  if (fault.kind !== "invalidRequest") return [];
  const { issues, detail } = fault;
  const named = sent.filter((part) => issues.some((issue) => pathInBody(issue)[0] === part));
  // Whatever else is wrong stays wrong without them.
  if (issues.some((issue) => !sent.some((part) => pathInBody(issue)[0] === part))) return [];
  if (named.length > 0) return named;
  const said = sent.filter((part) => part !== "query" && detail.includes(part));
  // A comparison that its database cannot make, a service words as it comes.
  return said.length > 0 ? said : sent.filter((part) => part === "query");
}
