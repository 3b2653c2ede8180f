import { filterNames } from "./callBody.ts";
import type { CallFilter, CallQuery } from "./callQuery.ts";
import { isQuery } from "./queryGuard.ts";

/** Whether a value of unknown origin is a query for calls, whatever it says of a project. */
export function isCallQuery(value: unknown): value is Omit<CallQuery, "project"> {
  if (!isRecord(value)) return false;
  const { filter, query, limit, includeStorageSize, expandColumns } = value;
  return (
    (filter === undefined || isCallFilter(filter)) &&
    (query === undefined || isQuery(query)) &&
    (limit === undefined || (Number.isSafeInteger(limit) && Number(limit) > 0)) &&
    (includeStorageSize === undefined || typeof includeStorageSize === "boolean") &&
    (expandColumns === undefined || isTextList(expandColumns))
  );
}

function isCallFilter(value: unknown): value is CallFilter {
  if (!isRecord(value)) return false;
  return Object.entries(value).every(([name, field]) =>
    name === "traceRootsOnly" ? typeof field === "boolean" : Object.hasOwn(filterNames, name) && isTextList(field),
  );
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function isTextList(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((member) => typeof member === "string");
}
