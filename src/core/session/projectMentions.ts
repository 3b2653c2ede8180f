import { type ProjectId, parseProjectId } from "../query/projectId.ts";

/** The projects that a file of the workspace names: untrusted text, parsed strictly, and used for nothing but suggestions. */
export interface ProjectMentions {
  /** `<entity>/<project>`, or a project's name alone. */
  readonly projects: readonly string[];
  readonly entities: readonly string[];
}

/** A file of the workspace, with its name relative to it. */
export interface MentioningFile extends ProjectMentions {
  readonly name: string;
}

/** A file to search; `isActive` is set for those in the folder of the active editor. */
export interface SearchedFile {
  readonly path: string;
  readonly isActive: boolean;
}

/** The folder of the active editor comes first, then files near the root, in whatever order they were found. */
export function bySearchOrder(a: SearchedFile, b: SearchedFile): number {
  const depth = ({ path }: SearchedFile) => path.split("/").length;
  return Number(b.isActive) - Number(a.isActive) || depth(a) - depth(b) || (a.path < b.path ? -1 : 1);
}

export interface OfferedProject {
  readonly project: ProjectId;
  readonly from: string;
}

const mostOffered = 10;

/** What W&B allows in names, without spaces; no placeholder such as `<entity>` or `${ENTITY}` matches. */
const name = String.raw`[A-Za-z\d][\w.-]{0,127}`;
const quote = "\\\\?[\"'`]";
/** `weave.init("entity/project")`, also as a keyword, and in a notebook, where quotes are escaped. */
const initCall = new RegExp(
  String.raw`\bweave\s{0,20}\.\s{0,20}init\s{0,20}\(\s{0,200}(?:project_name\s{0,20}=\s{0,20})?[rRuU]?${quote}(${name}(?:/${name})?)${quote}`,
  "g",
);
/** `WANDB_PROJECT = "name"` in code or data, `os.environ["WANDB_PROJECT"] = "name"`, `setdefault("WANDB_PROJECT", "name")`. */
const quotedAssignment = new RegExp(
  String.raw`\bWANDB_(PROJECT|ENTITY)(?:${quote})?\]?\s{0,20}[:=,]\s{0,20}${quote}(${name}(?:/${name})?)${quote}`,
  "g",
);
/** `WANDB_PROJECT=name` in a line of a file of settings. In code, a bare word would be a variable. */
const plainAssignment = new RegExp(
  String.raw`^[ \t]*(?:(?:export|set|ENV|-)[ \t]+)?WANDB_(PROJECT|ENTITY)[ \t]*[=:][ \t]*(${name}(?:/${name})?)[ \t]*(?:#.*)?\r?$`,
  "gm",
);

/** The projects named in a text. `fileName` tells code from settings, such as `.env` and YAML. */
export function projectMentions(text: string, fileName: string): ProjectMentions {
  if (!text.includes("weave") && !text.includes("WANDB_")) return { projects: [], entities: [] };
  const isCode = /\.(?:py|ipynb|[mc]?[jt]sx?)$/i.test(fileName);
  const assigned = [...text.matchAll(quotedAssignment), ...(isCode ? [] : text.matchAll(plainAssignment))];
  const ofKind = (wanted: string) => assigned.flatMap(([, kind, value]) => (kind === wanted ? (value ?? []) : []));
  const called = [...text.matchAll(initCall)].flatMap(([, value]) => value ?? []);
  return {
    projects: [...new Set([...called, ...ofKind("PROJECT")])],
    entities: [...new Set(ofKind("ENTITY"))].filter((entity) => !entity.includes("/")),
  };
}

/** In the order of the files. A name alone belongs to the entities that they name, else to the latest project's. */
export function mentionedProjects(
  files: readonly MentioningFile[],
  recent: readonly ProjectId[],
): readonly OfferedProject[] {
  const named = [...new Set(files.flatMap(({ entities }) => entities))];
  const entities = named.length > 0 ? named : recent.slice(0, 1).map((project) => project.split("/")[0] ?? "");
  const found = new Map<ProjectId, string>();
  for (const { name: from, projects } of files) {
    for (const project of projects) {
      const ids = project.includes("/") ? [project] : entities.map((entity) => `${entity}/${project}`);
      for (const id of ids.flatMap((text) => parseProjectId(text) ?? [])) if (!found.has(id)) found.set(id, from);
    }
  }
  return [...found].slice(0, mostOffered).map(([project, from]) => ({ project, from }));
}
