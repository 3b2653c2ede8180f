import type { Json } from "../../core/json.ts";
import type { CallDatabase } from "./database.ts";
import { sql } from "./sql.ts";

interface RefOwner {
  readonly [key: string]: Json;
}

/**
 * Replaces the refs at these dotted paths in a record with their objects, each with its ref as `_ref`; shorter paths
 * first, because others may be inside their objects.
 */
export function expandedRefs<T extends RefOwner>(
  record: T,
  paths: readonly string[],
  object: (ref: string) => Json,
): RefOwner {
  const nearestFirst = paths.map((path) => path.split(".")).toSorted((a, b) => a.length - b.length);
  return nearestFirst.reduce<RefOwner>((changed, path) => expanded(changed, path, object), record);
}

/** Reads published objects of a project; null if not found. */
export function objectReader(database: CallDatabase, projectKey: number): (ref: string) => Json {
  return (ref) => {
    for (const { value } of database.rows(
      sql`SELECT value FROM objects WHERE project = ${projectKey} AND ref = ${database.ids.toInternal(ref)}`,
    )) {
      const object: Json = JSON.parse(database.ids.toExternal(String(value)));
      return object;
    }
    return null;
  };
}

function expanded(place: RefOwner, [key = "", ...rest]: readonly string[], object: (ref: string) => Json): RefOwner {
  const held = Object.hasOwn(place, key) ? place[key] : undefined;
  if (rest.length > 0) return isRefOwner(held) ? { ...place, [key]: expanded(held, rest, object) } : place;
  const found = typeof held === "string" ? object(held) : null;
  if (found === null || held === undefined) return place;
  return { ...place, [key]: isRefOwner(found) ? { ...found, _ref: held } : found };
}

function isRefOwner(value: Json | undefined): value is RefOwner {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
