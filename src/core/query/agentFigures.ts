/** Tokens of spans, each part once: the input that was neither read from a cache nor written to it, and the others. */
export interface TokenParts {
  readonly uncached: number;
  readonly cacheRead: number;
  readonly cacheWrite: number;
  readonly output: number;
}

/** US dollars as the service computes them; each null if it knows no price. */
export interface Cost {
  readonly total: number | null;
  readonly input: number | null;
  readonly output: number | null;
  /** Not all spans with tokens have a price: the sums lack the others. */
  readonly isPart: boolean;
}

export const noCost: Cost = { total: null, input: null, output: null, isPart: false };

/**
 * A cost that can be shown; null for none. Programs that do not count cached tokens as input make the service
 * subtract them from too little: a negative part says nothing.
 */
export function shownCost({ total, input, output }: Omit<Cost, "isPart">): number | null {
  return [total, input, output].some((part) => part !== null && part < 0) ? null : total;
}

/**
 * Tokens as most model services count them, with the cached ones in the input. Where the input is smaller than the
 * cached parts, it does not contain them.
 */
export function tokenParts(input: number, cacheRead: number, cacheWrite: number, output: number): TokenParts {
  const uncached = input < cacheRead + cacheWrite ? input : input - cacheRead - cacheWrite;
  return { uncached, cacheRead, cacheWrite, output };
}

/** What is known of an agent conversation beyond what every conversation has. */
export interface AgentFigures {
  /** Given by its program; mostly empty. */
  readonly name: string;
  /** Its opening user message, cut by the service; empty if the list does not have it. */
  readonly opening: string;
  readonly agents: readonly string[];
  readonly versions: readonly string[];
  readonly models: readonly string[];
  readonly tokens: TokenParts;
  /** Input and output as the service adds them up, which it sorts by. */
  readonly tokensSorted: number;
  readonly cost: Cost;
  readonly spans: number;
  /** Failed spans anywhere, tools included. */
  readonly errors: number;
  readonly failedTurns: number;
  /** Spans stored without an end. */
  readonly open: number;
  /** Turns without a root span: they are running if the last end is recent. */
  readonly rootless: number;
  /** Which coding agent wrote it; null for any other. */
  readonly coding: CodingAgent | null;
}

export type CodingAgent = "claude" | "codex";

/** A program that has ended for so long has lost what its spans were part of. */
const stillRunning = 10 * 60_000;

/** Whether a turn is running; the service stores spans when they end, so this is a guess. */
export function isRunning(
  { lastUpdated, agent }: { readonly lastUpdated: number | null; readonly agent?: AgentFigures },
  now: number,
): boolean {
  return agent !== undefined && agent.rootless > 0 && lastUpdated !== null && now - lastUpdated < stillRunning;
}
