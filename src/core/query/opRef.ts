import type { ProjectId } from "./projectId.ts";

/**
 * The ref for an op name: any version, unless the name has a version after a colon. Refs are returned unchanged.
 * Nothing is encoded, because refs contain entity, project and name as they are (wandb/weave `trace/refs.py`,
 * `OpRef.uri`). Undefined for a name that cannot be part of a ref.
 */
export function opRef(name: string, project: ProjectId): string | undefined {
  if (name.startsWith("weave:")) return name;
  const [op = "", version = "*", ...rest] = name.split(":");
  if (op === "" || version === "" || rest.length > 0 || name.includes("/")) return undefined;
  return `weave:///${project}/op/${op}:${version}`;
}

/** An op in any version; a bare name is returned unchanged. */
export function anyVersion(op: string): string {
  const ref = parseOpRef(op);
  return ref === undefined ? op : `weave:///${ref.project}/op/${ref.name}:*`;
}

/** The parts of an op ref; undefined for any other text. `version` is null for any version. */
export function parseOpRef(
  text: string,
): { readonly project: string; readonly name: string; readonly version: string | null } | undefined {
  const [, project, name, version] = /^weave:\/\/\/([^/]+\/[^/]+)\/op\/([^/:]+):([^/:]+)$/.exec(text) ?? [];
  if (project === undefined || name === undefined || version === undefined) return undefined;
  return { project, name, version: version === "*" ? null : version };
}
