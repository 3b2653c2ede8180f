import type { Json } from "../../core/json.ts";
import { modelCosts } from "./modelCosts.ts";
import { opBaseName } from "./sqlFunctions.ts";

interface Head {
  readonly summary: Json;
  readonly opName: string;
  readonly displayName: string | null;
  readonly exception: string | null;
  /** Microseconds since the epoch; null also if the column was not requested. */
  readonly startedAt: number | null;
  readonly endedAt: number | null;
}

export interface SummaryExtras {
  readonly costs: boolean;
  readonly feedback: boolean;
}

/** The summary with derived values, from the requested columns (wandb/weave, `make_derived_summary_fields`). */
export function derivedSummary(head: Head, extras: SummaryExtras): Json {
  const { summary, opName, displayName, startedAt, endedAt } = head;
  const costs = extras.costs ? modelCosts(member(summary, "usage")) : null;
  const weave = {
    ...(costs && { costs }),
    status: status(head),
    ...(startedAt !== null && endedAt !== null && { latency_ms: Math.floor((endedAt - startedAt) / 1000) }),
    ...(displayName ? { display_name: displayName } : { trace_name: opBaseName(opName) }),
    // The sample has no feedback.
    ...(extras.feedback && { feedback: [] }),
  };
  return { ...asObject(summary), weave };
}

function status({ summary, exception, endedAt }: Head): string {
  if (exception) return "error";
  if (endedAt === null) return "running";
  return Number(member(member(summary, "status_counts"), "error") ?? 0) > 0 ? "descendant_error" : "success";
}

function member(value: Json, name: string): Json {
  return asObject(value)[name] ?? null;
}

function asObject(value: Json): { readonly [key: string]: Json } {
  return typeof value === "object" && value !== null && !isList(value) ? value : {};
}

function isList(value: Json): value is readonly Json[] {
  return Array.isArray(value);
}
