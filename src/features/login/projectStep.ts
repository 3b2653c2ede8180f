import * as l10n from "@vscode/l10n";
import { type QuickPickItem, window } from "vscode";
import { type ProjectId, parseProjectId } from "../../core/session/projectId.ts";
import { labelText } from "../../core/text/labelText.ts";
import { place, type StepPosition, type StepResult, settle } from "../../host/quickInput.ts";

interface ProjectItem extends QuickPickItem {
  readonly project: ProjectId | null;
}

export interface ProjectStep extends Partial<StepPosition> {
  readonly title: string;
  readonly value: string;
  readonly current: ProjectId | null;
  readonly offered: readonly ProjectId[];
  /** Why the project tried before cannot be used. */
  readonly problem?: string | undefined;
  readonly onType?: (value: string) => void;
}

/** Asks for `<entity>/<project>`: typed, checked as it is typed, or one of those offered. */
export function askProject(options: ProjectStep): Promise<StepResult<ProjectId>> {
  const pick = window.createQuickPick<ProjectItem>();
  place(pick, options);
  pick.placeholder = l10n.t("entity/project, as in the project's web address");
  pick.value = options.value;
  let { problem, value: typed } = options;
  // Items reach the screen a moment after what is typed: only a selection made among the present ones is meant.
  let drawn = false;
  let moved = false;
  const show = () => {
    pick.items = projectItems(pick.value, options, problem);
    drawn = false;
    moved = false;
    const first = pick.items.find(({ project }) => project !== null);
    if (first !== undefined) pick.activeItems = [first];
  };
  show();
  return settle(pick, (finish) => [
    pick.onDidChangeValue((value) => {
      // The editor reports the value that the step starts with as a change, too.
      if (value === typed) return;
      typed = value;
      options.onType?.(value);
      problem = undefined;
      show();
    }),
    pick.onDidChangeActive(([active]) => {
      if (active?.project === parseProjectId(pick.value)) drawn = true;
      else if (drawn) moved = true;
    }),
    pick.onDidAccept(() => {
      const entered = parseProjectId(pick.value);
      const selected = pick.selectedItems[0]?.project ?? undefined;
      const project = entered !== undefined && !moved ? entered : selected;
      if (project !== undefined) finish(project);
    }),
  ]);
}

function projectItems(typed: string, { offered, current }: ProjectStep, problem: string | undefined): ProjectItem[] {
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
    const label = `$(info) ${l10n.t("Type entity/project, such as my-team/my-app")}`;
    notes.push({ label, project: null, alwaysShow: true });
  }
  return [...notes, ...known];
}
