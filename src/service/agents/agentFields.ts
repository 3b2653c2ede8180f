import type { Cost, TokenParts } from "../../core/query/agentFigures.ts";
import type { ModelUsage } from "../../core/query/call.ts";
import { type Json, jsonIn } from "../../core/text/json.ts";
import * as z from "../../zod.ts";
import { converted, orElse } from "../schema/converted.ts";
import { preciseTimestamp } from "../schema/timestamp.ts";

// Older releases lack fields: only keys, counts and IDs are required.

/** A time without a zone, which is UTC. 1970 is the end of a span that is stored open. */
export const end = converted(z.nullish(preciseTimestamp), (read) => (read == null || read.time < 1000 ? null : read));
export const text = orElse(z.string(), "");
export const number = orElse(z.number(), 0);
/** Arguments, results and dumps are JSON in a text, mostly. */
export const jsonText = converted(text, (value): Json => (value === "" ? null : (jsonIn(value) ?? value)));
/** The service computes with 32 bits, whose last digits say nothing. */
export const cost = converted(z.nullish(z.number()), (value) => (value == null ? null : Number(value.toPrecision(6))));

/** What a span, or those of a turn, used: at most one entry. A negative cost is left out. */
export function spanUsageOf(
  models: readonly string[],
  tokens: TokenParts,
  { total, input, output, isPart }: Cost,
): readonly ModelUsage[] {
  const prompt = tokens.uncached + tokens.cacheRead + tokens.cacheWrite;
  if (prompt + tokens.output === 0) return [];
  const isNegative = [total, input, output].some((part) => part !== null && part < 0);
  return [
    {
      model: models.join(", "),
      promptTokens: prompt,
      completionTokens: tokens.output,
      totalTokens: prompt + tokens.output,
      cost: isNegative ? null : total,
      ...(isPart && !isNegative && { isPart }),
    },
  ];
}
