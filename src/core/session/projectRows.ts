import * as l10n from "@vscode/l10n";
import type { PickRow } from "../text/pickRow.ts";
import { labelText } from "../text/visibleText.ts";
import { type ProjectId, parseProjectId } from "./projectId.ts";

export interface ProjectChoice {
  readonly current: ProjectId | null;
  readonly offered: readonly ProjectId[];
  /** Why the previous project was rejected. */
  readonly problem?: string | undefined;
}

export interface ProjectItem extends PickRow {
  readonly project: ProjectId | null;
}

export function projectItems(typed: string, { offered, current, problem }: ProjectChoice): ProjectItem[] {
  const project = parseProjectId(typed);
  const known = offered
    .filter((one) => one !== project)
    .map(
      (one): ProjectItem => ({
        label: labelText(one),
        project: one,
        ...(one === current ? { description: l10n.t("current") } : {}),
      }),
    );
  const notes: ProjectItem[] = [];
  if (problem !== undefined) notes.push({ label: `$(error) ${labelText(problem)}`, project: null, alwaysShow: true });
  if (project !== undefined) {
    notes.push({ label: labelText(project), description: l10n.t("use this project"), project, alwaysShow: true });
  } else if (typed.trim() !== "") {
    const label = `$(info) ${l10n.t("Enter entity/project, such as my-team/my-app")}`;
    notes.push({ label, project: null, alwaysShow: true });
  }
  return [...notes, ...known];
}
