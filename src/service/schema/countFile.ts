import { type CallFilter, type CountFileReading, filterNames } from "../../core/query/callQuery.ts";
import { parseProjectId } from "../../core/query/projectId.ts";
import * as z from "../../zod.ts";
import { requestIssues } from "./issues.ts";
import { callStatsFields, notOneWithQuery, projectId } from "./requestSchema.ts";

const unsent = z.optional(z.string());

/** A count file: the body of `POST /calls/query_stats`. Its project defaults to the project of the window. */
export const countFileSchema = z
  .strictObject({ $schema: unsent, $comment: unsent, project_id: z.nullish(projectId), ...callStatsFields })
  .check(notOneWithQuery);

/** Enough for any real query, and within the stack of the parser. */
const mostLevels = 200;

/** Reads the body in a count file. Rejects what the service would reject or interpret differently. */
export function readCountFile(body: unknown): CountFileReading {
  if (isDeeper(body, mostLevels)) return refused([], `The file is nested deeper than ${mostLevels} levels`);
  // The schema of a literal would leave it out.
  if (hasPrototype(body)) return refused([], "The key __proto__ is not supported");
  const result = countFileSchema.safeParse(body);
  if (!result.success) return { kind: "refused", issues: requestIssues(result.error.issues) };
  const { project_id, filter, query, limit, include_total_storage_size, expand_columns } = result.data;
  const project = project_id ? parseProjectId(project_id) : null;
  if (project === undefined)
    return refused(["project_id"], "Enter a project as <entity>/<project>, without invisible characters");
  return {
    kind: "read",
    query: {
      project,
      ...(filter && { filter: callFilterOf(filter) }),
      ...(query && { query }),
      ...(limit && { limit }),
      ...(typeof include_total_storage_size === "boolean" && { includeStorageSize: include_total_storage_size }),
      ...(expand_columns && { expandColumns: expand_columns }),
    },
  };
}

type WireFilter = NonNullable<z.infer<typeof countFileSchema>["filter"]>;

function callFilterOf(wire: WireFilter): CallFilter {
  const set = Object.entries(filterNames).flatMap(([name, wireName]) => {
    const value = wire[wireName];
    return value === null || value === undefined ? [] : [[name, value] as const];
  });
  return Object.fromEntries(set);
}

function refused(path: readonly string[], message: string): CountFileReading {
  return { kind: "refused", issues: [{ path, message, type: "custom" }] };
}

function isDeeper(value: unknown, levels: number): boolean {
  if (typeof value !== "object" || value === null) return false;
  return levels === 0 || Object.values(value).some((member) => isDeeper(member, levels - 1));
}

function hasPrototype(value: unknown): boolean {
  if (typeof value !== "object" || value === null) return false;
  return Object.hasOwn(value, "__proto__") || Object.values(value).some(hasPrototype);
}
