import { isObject, type Json, type JsonObject } from "../../core/text/json.ts";
import type { CallsBody } from "../http/bodySchema.ts";
import { opBaseName, type Row } from "./database.ts";

/**
 * The summary with derived values, from the requested columns of a record and the row behind it (wandb/weave,
 * `make_derived_summary_fields`).
 */
export function derivedSummary(record: JsonObject, row: Row, request: CallsBody): Json {
  const { summary = null, op_name, display_name, started_at, ended_at } = record;
  const costs = request.include_costs ? modelCosts(member(summary, "usage")) : null;
  const latency_ms = Math.floor((Number(row.ended_at) - Number(row.started_at)) / 1000);
  const weave = {
    ...(costs && { costs }),
    status: status(record),
    ...(started_at !== null && ended_at !== null && { latency_ms }),
    ...(display_name ? { display_name } : { trace_name: opBaseName(String(op_name)) }),
    // The sample has no feedback.
    ...(request.include_feedback && { feedback: [] }),
  };
  return { ...(isObject(summary) && summary), weave };
}

function status({ summary = null, exception, ended_at }: JsonObject): string {
  if (exception) return "error";
  if (ended_at === null) return "running";
  return Number(member(member(summary, "status_counts"), "error") ?? 0) > 0 ? "descendant_error" : "success";
}

function member(value: Json, name: string): Json {
  return isObject(value) ? (value[name] ?? null) : null;
}

interface Price {
  readonly provider: string;
  /** US dollars per million tokens. */
  readonly prompt: number;
  readonly completion: number;
}

/** Prices of the sample models, except for one without a price. */
const prices: Readonly<Record<string, Price>> = {
  "gpt-5": { provider: "openai", prompt: 1.25, completion: 10 },
  "gpt-5-mini": { provider: "openai", prompt: 0.25, completion: 2 },
  "gpt-5-codex": { provider: "openai", prompt: 1.25, completion: 10 },
  "claude-opus-4-5": { provider: "anthropic", prompt: 5, completion: 25 },
  "claude-sonnet-4-5": { provider: "anthropic", prompt: 3, completion: 15 },
};

/**
 * Costs of the tokens in the `usage` of a summary, by model; null if no model has a price. Otherwise, a model without a
 * price costs nothing and has no price list, as in the service (wandb/weave, `token_costs.py`).
 */
function modelCosts(usage: Json): Json {
  if (!isObject(usage) || !Object.keys(usage).some((model) => Object.hasOwn(prices, model))) return null;
  return Object.fromEntries(Object.entries(usage).map(([model, used]) => [model, costOf(model, used)]));
}

function costOf(model: string, used: Json): Json {
  const price = Object.hasOwn(prices, model) ? prices[model] : undefined;
  const { prompt = 0, completion = 0, provider = "" } = price ?? {};
  const tokens = (...names: readonly string[]): number => {
    return names.reduce((sum, name) => sum + Number(member(used, name) ?? 0), 0);
  };
  const promptTokens = tokens("prompt_tokens", "input_tokens");
  const completionTokens = tokens("completion_tokens", "output_tokens");
  const level = price ? "default" : "";
  const unit = price ? "USD" : "";
  const since = price ? "2026-01-01 00:00:00" : "1970-01-01 00:00:00";
  return {
    prompt_tokens: promptTokens,
    completion_tokens: completionTokens,
    requests: tokens("requests"),
    total_tokens: tokens("total_tokens"),
    prompt_token_cost: prompt / 1e6,
    completion_token_cost: completion / 1e6,
    prompt_tokens_total_cost: (promptTokens * prompt) / 1e6,
    completion_tokens_total_cost: (completionTokens * completion) / 1e6,
    prompt_token_cost_unit: unit,
    completion_token_cost_unit: unit,
    effective_date: since,
    provider_id: provider,
    pricing_level: level,
    pricing_level_id: level,
    created_by: price ? "system" : "",
    created_at: since,
  };
}
