import type { ProjectId } from "../session/projectId.ts";

/**
 * The ref that an op name stands for: of any version, unless the name says which after a colon. Refs stay as they are.
 * Nothing is encoded, because refs hold entity, project and name as they are (wandb/weave `trace/refs.py`, `OpRef.uri`).
 * Undefined for a name that no ref can hold.
 */
export function opRef(name: string, project: ProjectId): string | undefined {
  if (name.startsWith("weave:")) return name;
  const [op = "", version = "*", ...rest] = name.split(":");
  if (op === "" || version === "" || rest.length > 0 || name.includes("/")) return undefined;
  return `weave:///${project}/op/${op}:${version}`;
}

/** What a ref of an op says; undefined for any other text. `version` is null for any. */
export function parseOpRef(
  text: string,
): { readonly project: string; readonly name: string; readonly version: string | null } | undefined {
  const [, project, name, version] = /^weave:\/\/\/([^/]+\/[^/]+)\/op\/([^/:]+):([^/:]+)$/.exec(text) ?? [];
  if (project === undefined || name === undefined || version === undefined) return undefined;
  return { project, name, version: version === "*" ? null : version };
}
