import * as l10n from "@vscode/l10n";
import { window } from "vscode";
import { type ProjectId, parseProjectId } from "../../core/session/projectId.ts";
import { type ProjectChoice, type ProjectItem, projectItems } from "../../core/session/projectRows.ts";
import { place, type StepPosition, type StepResult, settle } from "../../host/quickInput.ts";

export interface ProjectStep extends Partial<StepPosition>, ProjectChoice {
  readonly title: string;
  readonly value: string;
  readonly onType?: (value: string) => void;
}

/** Asks for `<entity>/<project>`: typed, checked as it is typed, or one of those offered. */
export function askProject(options: ProjectStep): Promise<StepResult<ProjectId>> {
  const pick = window.createQuickPick<ProjectItem>();
  place(pick, options);
  pick.placeholder = l10n.t("entity/project, as in the project's URL");
  pick.value = options.value;
  let { problem, value: typed } = options;
  // Items reach the screen a moment after what is typed: only a selection made among the present ones is meant.
  let drawn = false;
  let moved = false;
  const show = () => {
    pick.items = projectItems(pick.value, { ...options, problem });
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
