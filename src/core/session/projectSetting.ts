import type { ProjectId } from "./projectId.ts";

/** The levels at which a project is set, the narrowest first, which wins; and whether a folder is open. */
export interface ProjectPlaces {
  readonly folder: boolean;
  readonly workspace: boolean;
  readonly user: boolean;
  readonly folderOpen: boolean;
}

export interface ProjectWrite {
  readonly place: "folder" | "workspace" | "user";
  /** Undefined removes the entry. Empty means no project, overriding wider levels. */
  readonly value: string | undefined;
}

/**
 * The setting to write so that a project, null for none, is in effect. It goes where one is set already, so that it
 * wins; else into the workspace if a folder is open, else into the user's settings. Nothing else is changed.
 */
export function projectWrite(project: ProjectId | null, places: ProjectPlaces): ProjectWrite {
  const { folder, workspace, user, folderOpen } = places;
  const place = folder ? "folder" : workspace || folderOpen ? "workspace" : "user";
  const wider = (place === "folder" && (workspace || user)) || (place === "workspace" && user);
  return { place, value: project ?? (wider ? "" : undefined) };
}
