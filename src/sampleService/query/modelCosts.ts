import type { Json } from "../../core/json.ts";

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

const pricedAt = "2026-01-01 00:00:00";

/**
 * Costs of the tokens in the `usage` of a summary, by model; null if no model has a price. Otherwise, a model without a
 * price costs nothing and has no price list, as in the service (wandb/weave, `token_costs.py`).
 */
export function modelCosts(usage: Json): Json {
  if (typeof usage !== "object" || usage === null) return null;
  const models = Object.entries(usage);
  if (!models.some(([model]) => Object.hasOwn(prices, model))) return null;
  return Object.fromEntries(models.map(([model, used]) => [model, costOf(model, used)]));
}

function costOf(model: string, used: Json): Json {
  const price = Object.hasOwn(prices, model) ? prices[model] : undefined;
  const { prompt = 0, completion = 0, provider = "" } = price ?? {};
  const tokens = (...names: readonly string[]): number => names.reduce((sum, name) => sum + count(used, name), 0);
  const [promptTokens, completionTokens] = [
    tokens("prompt_tokens", "input_tokens"),
    tokens("completion_tokens", "output_tokens"),
  ];
  const level = price ? "default" : "";
  return {
    prompt_tokens: promptTokens,
    completion_tokens: completionTokens,
    requests: tokens("requests"),
    total_tokens: tokens("total_tokens"),
    prompt_token_cost: prompt / 1e6,
    completion_token_cost: completion / 1e6,
    prompt_tokens_total_cost: (promptTokens * prompt) / 1e6,
    completion_tokens_total_cost: (completionTokens * completion) / 1e6,
    prompt_token_cost_unit: price ? "USD" : "",
    completion_token_cost_unit: price ? "USD" : "",
    effective_date: price ? pricedAt : "1970-01-01 00:00:00",
    provider_id: provider,
    pricing_level: level,
    pricing_level_id: level,
    created_by: price ? "system" : "",
    created_at: price ? pricedAt : "1970-01-01 00:00:00",
  };
}

function count(used: Json, name: string): number {
  const value = typeof used === "object" && used !== null && name in used ? Reflect.get(used, name) : 0;
  return typeof value === "number" ? value : 0;
}
