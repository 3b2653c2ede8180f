import type { ProjectId } from "./projectId.ts";

/** Where a project is set, from the narrowest place, which wins; and whether a folder is open. */
export interface ProjectPlaces {
  readonly folder: boolean;
  readonly workspace: boolean;
  readonly user: boolean;
  readonly folderOpen: boolean;
}

export interface ProjectWrite {
  readonly place: "folder" | "workspace" | "user";
  /** Undefined takes the entry away. Empty is no project, whatever a wider place has. */
  readonly value: string | undefined;
}

/**
 * What to write so that a project, null for none, is the one in force. It goes where one is set already, so that it
 * wins; else into the workspace where a folder is open, else into the user's settings. Nothing else is changed.
 */
export function projectWrite(project: ProjectId | null, places: ProjectPlaces): ProjectWrite {
  const { folder, workspace, user, folderOpen } = places;
  const place = folder ? "folder" : workspace || folderOpen ? "workspace" : "user";
  const wider = (place === "folder" && (workspace || user)) || (place === "workspace" && user);
  return { place, value: project ?? (wider ? "" : undefined) };
}
