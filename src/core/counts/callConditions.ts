import { readRange, type TimeRange } from "../input/timeRange.ts";
import type { ProjectId } from "../session/projectId.ts";
import { type CallCondition, type CallConditions, callStatuses, listFields } from "./callCondition.ts";
import type { CallFilter, CallQuery } from "./callQuery.ts";
import { conditionsOfQuery, operandsOf, queryOfOperands } from "./conditionExpression.ts";
import type { CountFileQuery } from "./countFile.ts";
import { withoutNumberCasts } from "./queryAdvice.ts";
import { isQuery } from "./queryGuard.ts";

/** Smallest limit that can be entered. */
export const leastLimit = 2;

/**
 * The query for the service. `now`, in milliseconds since the epoch, is the base of relative times. Conditions on one
 * list are merged into one list. Uses only operators that every service supports.
 */
export function callQueryOf(conditions: CallConditions, project: ProjectId, now: number): CallQuery {
  const filter = filterOf(conditions.conditions);
  const query = queryOfOperands(conditions.conditions.flatMap((condition) => operandsOf(condition, now)));
  const limit = sentLimit(conditions);
  return {
    project,
    ...(Object.keys(filter).length > 0 && { filter }),
    ...(query !== undefined && { query }),
    ...(limit !== null && { limit }),
    ...(conditions.includeStorageSize && { includeStorageSize: true }),
    ...(conditions.expandColumns.length > 0 && { expandColumns: conditions.expandColumns }),
  };
}

/**
 * The limit that is sent: with a query expression, the service treats a limit of 1 as a check whether any call exists.
 */
export function sentLimit({ conditions, limit }: CallConditions): number | null {
  const inFilter = conditions.every(({ kind }) => kind === "list" || kind === "rootsOnly");
  return limit === 1 && !inFilter ? leastLimit : limit;
}

/** The inverse of `callQueryOf`. Lossless: what no other condition can represent becomes an expression. */
export function conditionsOf(query: CallQuery | CountFileQuery): CallConditions {
  const { filter = {} } = query;
  const lists = listFields.flatMap((field): CallCondition[] => {
    const values = distinct(filter[field] ?? []);
    return values.length === 0 ? [] : [{ kind: "list", field, values }];
  });
  const rootsOnly: CallCondition[] = filter.traceRootsOnly ? [{ kind: "rootsOnly" }] : [];
  const expressions = query.query === undefined ? [] : conditionsOfQuery(query.query);
  return {
    conditions: [...lists, ...rootsOnly, ...expressions],
    limit: query.limit ?? null,
    includeStorageSize: query.includeStorageSize ?? false,
    expandColumns: query.expandColumns ?? [],
  };
}

/** Parses conditions stored in a memento; undefined if they are not complete. */
export function readConditions(stored: unknown): CallConditions | undefined {
  if (typeof stored !== "object" || stored === null) return undefined;
  if (!("conditions" in stored && "limit" in stored && "includeStorageSize" in stored && "expandColumns" in stored)) {
    return undefined;
  }
  const { limit, includeStorageSize, expandColumns } = stored;
  if (!Array.isArray(stored.conditions) || typeof includeStorageSize !== "boolean") return undefined;
  if (limit !== null && !(typeof limit === "number" && Number.isSafeInteger(limit) && limit > 0)) return undefined;
  if (!isTextList(expandColumns)) return undefined;
  const conditions = stored.conditions.map(readCondition).filter((condition) => condition !== undefined);
  // Dropping a condition would count more calls than requested.
  if (conditions.length < stored.conditions.length) return undefined;
  return { conditions, limit, includeStorageSize, expandColumns };
}

function readCondition(stored: unknown): CallCondition | undefined {
  if (typeof stored !== "object" || stored === null || !("kind" in stored)) return undefined;
  switch (stored.kind) {
    case "list": {
      const field = "field" in stored ? listFields.find((known) => known === stored.field) : undefined;
      if (field === undefined || !("values" in stored) || !isTextList(stored.values)) return undefined;
      return stored.values.length > 0 ? { kind: "list", field, values: stored.values } : undefined;
    }
    case "rootsOnly":
      return { kind: "rootsOnly" };
    case "started": {
      const range = "range" in stored ? readStoredRange(stored.range) : undefined;
      return range && { kind: "started", range };
    }
    case "status": {
      if (!("anyOf" in stored) || !isTextList(stored.anyOf)) return undefined;
      const named = stored.anyOf;
      const anyOf = callStatuses.filter((known) => named.includes(known));
      return anyOf.length > 0 && anyOf.length === named.length ? { kind: "status", anyOf } : undefined;
    }
    case "latency": {
      if (!("atLeast" in stored && "atMost" in stored)) return undefined;
      const { atLeast, atMost } = stored;
      if (!isBound(atLeast) || !isBound(atMost) || (atLeast === null && atMost === null)) return undefined;
      return { kind: "latency", atLeast, atMost };
    }
    case "expression":
      if (!("query" in stored) || !isQuery(stored.query)) return undefined;
      // Earlier versions stored casts that the service rejects.
      return { kind: "expression", query: withoutNumberCasts(stored.query) };
    default:
      return undefined;
  }
}

function readStoredRange(stored: unknown): TimeRange | undefined {
  if (typeof stored !== "object" || stored === null || !("kind" in stored)) return undefined;
  const text = "preset" in stored ? stored.preset : "text" in stored ? stored.text : undefined;
  const range = readRange(text);
  return range?.kind === stored.kind ? range : undefined;
}

function isTextList(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((member) => typeof member === "string");
}

function isBound(value: unknown): value is number | null {
  return value === null || (typeof value === "number" && Number.isFinite(value));
}

function filterOf(conditions: readonly CallCondition[]): CallFilter {
  const lists = listFields.flatMap((field) => {
    const values = distinct(
      conditions.flatMap((condition) =>
        condition.kind === "list" && condition.field === field ? condition.values : [],
      ),
    );
    return values.length === 0 ? [] : [[field, values] as const];
  });
  const rootsOnly = conditions.some(({ kind }) => kind === "rootsOnly");
  return { ...Object.fromEntries(lists), ...(rootsOnly && { traceRootsOnly: true }) };
}

function distinct(values: readonly string[]): readonly string[] {
  return [...new Set(values)];
}
