import type { ProjectQuery } from "./projectId.ts";

/** The service's limit for values in a list. */
export const mostIds = 1000;

/** The sort fields of threads, under the service's own names. */
export const sortFields = [
  "thread_id",
  "turn_count",
  "start_time",
  "last_updated",
  "p50_turn_duration_ms",
  "p99_turn_duration_ms",
] as const;

/** Those of agent conversations that threads do not have. */
export const agentSortFields = ["total_tokens", "total_cost", "error_count"] as const;

export const allSortFields = [...sortFields, ...agentSortFields] as const;

export type ThreadSortField = (typeof sortFields)[number];
export type SortField = (typeof allSortFields)[number];

export type SortDirection = "asc" | "desc";

export interface SortKey<Field extends SortField = SortField> {
  readonly field: Field;
  readonly direction: SortDirection;
}

/** The query of `POST /threads/stream_query`. An absent field is not sent. */
export interface ThreadQuery extends ProjectQuery {
  /** Only turns that started after this moment, exclusive; milliseconds since the epoch. */
  readonly after?: number;
  /** Only turns that started before this moment, exclusive; milliseconds since the epoch. */
  readonly before?: number;
  /** Only these threads; an empty list means all. */
  readonly threadIds?: readonly string[];
  /** Most significant key first; empty means the service's default, `last_updated` descending. */
  readonly sort?: readonly SortKey[];
  /** Maximum number of threads; absent for all. */
  readonly limit?: number;
  /** Threads to skip. */
  readonly offset?: number;
  /**
   * Rows are not needed one by one: the response may be compressed, which delays some of them, and be read
   * no faster than the consumer takes them.
   */
  readonly unhurried?: boolean;
}

/** Keys that the user can choose; `stableSort` adds its own. */
const mostSortKeys = 2;

export const defaultSort: readonly SortKey[] = [{ field: "last_updated", direction: "desc" }];

/**
 * The sort keys to send, most significant first: `thread_id` comes last, because the service does not break ties
 * and pages would shift. An empty choice means `defaultSort`.
 */
export function stableSort(keys: readonly SortKey[]): readonly SortKey[] {
  const chosen = effectiveKeys(keys.length === 0 ? defaultSort : keys);
  return chosen.at(-1)?.field === "thread_id" ? chosen : [...chosen, { field: "thread_id", direction: "asc" }];
}

/** The keys that can affect the order: none on a repeated field, and none after `thread_id`, which leaves no ties. */
export function effectiveKeys(keys: readonly SortKey[]): readonly SortKey[] {
  const fields = keys.map(({ field }) => field);
  const unique = fields.indexOf("thread_id");
  return keys.filter(({ field }, index) => fields.indexOf(field) === index && (unique < 0 || index <= unique));
}

/** Reads `<field>:<direction>`, up to `mostSortKeys` of them separated by commas; undefined for anything else. */
export function parseSort(text: unknown): readonly SortKey[] | undefined {
  if (typeof text !== "string") return undefined;
  const parts = text.split(",");
  const keys = parts.flatMap((part) => parseSortKey(part.trim()) ?? []);
  return keys.length === parts.length && keys.length <= mostSortKeys ? effectiveKeys(keys) : undefined;
}

/** Those of the keys that threads are sorted by. */
export function threadKeys(keys: readonly SortKey[]): readonly SortKey<ThreadSortField>[] {
  return keys.flatMap(({ field, direction }) => {
    const known = sortFields.find((candidate) => candidate === field);
    return known === undefined ? [] : { field: known, direction };
  });
}

export function formatSort(keys: readonly SortKey[]): string {
  return keys.map(formatSortKey).join(",");
}

/** Reads `<field>:<direction>`; undefined for anything else. */
export function parseSortKey(text: unknown): SortKey | undefined {
  if (typeof text !== "string") return undefined;
  const [name, direction, ...rest] = text.split(":");
  const field = allSortFields.find((candidate) => candidate === name);
  if (!field || rest.length > 0) return undefined;
  return direction === "asc" || direction === "desc" ? { field, direction } : undefined;
}

export function formatSortKey(key: SortKey): string {
  return `${key.field}:${key.direction}`;
}
