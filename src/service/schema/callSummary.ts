import { boundedName, type CallStatus, callStatuses, type ModelUsage } from "../../core/query/call.ts";
import * as z from "../../zod.ts";

/** Invalid parts are left out: programs can write anything to a summary. */
function ifReadable<T>(schema: z.ZodType<T>): z.ZodType<T | null | undefined> {
  return z.catch(z.nullish(schema), null);
}

const amount = ifReadable(z.number());

/** Token usage of a model: either prompt and completion, or input and output tokens; sums have both. */
const usage = z.object({
  prompt_tokens: amount,
  input_tokens: amount,
  completion_tokens: amount,
  output_tokens: amount,
  total_tokens: amount,
});

/** US dollars. */
const cost = z.object({
  prompt_tokens_total_cost: amount,
  completion_tokens_total_cost: amount,
  pricing_level: ifReadable(z.string()),
});

const byModel = <T>(schema: z.ZodType<T>) => ifReadable(z.record(z.string(), ifReadable(schema)));

/** SummaryMap of wandb/weave `trace_server_interface.py`. */
export const callSummary = z.object({
  usage: byModel(usage),
  status_counts: ifReadable(z.object({ error: amount })),
  weave: ifReadable(z.object({ status: ifReadable(z.string()), costs: byModel(cost) })),
});

type CallSummary = z.infer<typeof callSummary>;

/**
 * The status sent by the service, else derived in the same way. Older services do not report errors of nested calls,
 * which the counts still have (wandb/weave `trace_server_common.py`, `make_derived_summary_fields`).
 */
export function statusOf(summary: CallSummary | null, exception: string | null, endedAt: number | null): CallStatus {
  const known = callStatuses.find((each) => each === summary?.weave?.status);
  const status = known ?? (exception !== null ? "error" : endedAt === null ? "running" : "success");
  return status === "success" && (summary?.status_counts?.error ?? 0) > 0 ? "descendant_error" : status;
}

export function usageOf(summary: CallSummary | null): readonly ModelUsage[] {
  const costs = summary?.weave?.costs ?? {};
  return Object.entries(summary?.usage ?? {}).flatMap(([model, used]) => {
    if (!used) return [];
    const prompt = sum(used.prompt_tokens, used.input_tokens);
    const completion = sum(used.completion_tokens, used.output_tokens);
    return {
      model: boundedName(model),
      promptTokens: prompt,
      completionTokens: completion,
      totalTokens: used.total_tokens ?? sum(prompt, completion),
      cost: costOf(Object.hasOwn(costs, model) ? costs[model] : null),
    };
  });
}

/** The service reports a cost of 0 for models without a price. */
function costOf(sent: z.infer<typeof cost> | null | undefined): number | null {
  if (!sent || sent.pricing_level === "") return null;
  return sum(sent.prompt_tokens_total_cost, sent.completion_tokens_total_cost);
}

/** Null if neither is known, or if it is too large for a number. */
function sum(one: number | null | undefined, other: number | null | undefined): number | null {
  if (typeof one !== "number" && typeof other !== "number") return null;
  const both = (one ?? 0) + (other ?? 0);
  return Number.isFinite(both) ? both : null;
}
