import * as l10n from "@vscode/l10n";
import { window } from "vscode";
import { type ProjectId, parseProjectId } from "../../core/session/projectId.ts";
import { type ProjectChoice, type ProjectItem, projectItems } from "../../core/session/signInRows.ts";
import { place, type StepPosition, type StepResult, settle } from "../../vscode/ui/quickInput.ts";

export interface ProjectStep extends Partial<StepPosition>, ProjectChoice {
  readonly title: string;
  readonly value: string;
  readonly onType?: (value: string) => void;
}

/** Asks for `<entity>/<project>`: typed and validated, or selected from the list. */
export function askProject(options: ProjectStep): Promise<StepResult<ProjectId>> {
  const pick = window.createQuickPick<ProjectItem>();
  place(pick, options);
  pick.placeholder = l10n.t("entity/project, as in the project's URL");
  pick.value = options.value;
  let { problem, value: typed } = options;
  // Items are drawn a moment after the input: only a selection among the current items counts.
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
      // VS Code also reports the initial value as a change.
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
