import * as l10n from "@vscode/l10n";
import type { ProjectId } from "../../core/query/projectId.ts";
import type { OfferedProject } from "../../core/session/projectMentions.ts";
import { type EnteredProject, type ProjectItem, projectItems } from "../../core/session/signInRows.ts";
import { openPick, type StepHeading, type StepResult, settle } from "../../vscode/ui/quickInput.ts";

export interface ProjectStep extends StepHeading {
  readonly value: string;
  readonly current: ProjectId | null;
  /** The projects to offer, with those found in the workspace. */
  readonly offered: (found: readonly OfferedProject[]) => readonly OfferedProject[];
  /** The search of the workspace, which is not awaited. It never rejects. */
  readonly search: Promise<readonly OfferedProject[]>;
  /** What a text is understood as. */
  readonly read: (text: string) => EnteredProject | undefined;
  /** Why the previous project was rejected. */
  readonly problem?: string | undefined;
  readonly onType?: (value: string) => void;
}

/** Asks for a project: typed and validated, or selected from the list. */
export async function askProject(options: ProjectStep): Promise<StepResult<EnteredProject>> {
  const { read, current, search } = options;
  const already = await Promise.race([search, Promise.resolve([])]);
  const pick = openPick<ProjectItem>({ ...options, placeholder: l10n.t("entity/project, or the project's URL") });
  pick.value = options.value;
  let { problem, value: typed } = options;
  let offered = options.offered(already);
  // Items are drawn a moment after the input: only a selection among the current items counts.
  let drawn = false;
  let moved = false;
  const show = (active?: EnteredProject | null) => {
    pick.items = projectItems(pick.value, read(pick.value), { offered, current, problem });
    const first = pick.items.find(({ entered }) => entered !== null && (!active || entered.project === active.project));
    if (first !== undefined) pick.activeItems = [first];
  };
  const showTyped = () => {
    drawn = false;
    moved = false;
    show();
  };
  showTyped();
  let closed = false;
  void search.then((found) => {
    // Rows that were found meanwhile follow the others, so that none moves under the pointer.
    const more = options.offered(found).filter(({ project }) => !offered.some((one) => one.project === project));
    if (closed || more.length === 0) return;
    offered = [...offered, ...more];
    show(pick.activeItems[0]?.entered);
  });
  return settle(pick, (finish) => [
    {
      dispose: () => {
        closed = true;
      },
    },
    pick.onDidChangeValue((value) => {
      // VS Code also reports the initial value as a change.
      if (value === typed) return;
      typed = value;
      options.onType?.(value);
      problem = undefined;
      showTyped();
    }),
    pick.onDidChangeActive(([active]) => {
      if (active?.entered?.project === read(pick.value)?.project) drawn = true;
      else if (drawn) moved = true;
    }),
    pick.onDidAccept(() => {
      const entered = read(pick.value);
      const chosen = entered !== undefined && !moved ? entered : pick.selectedItems[0]?.entered;
      if (chosen) finish(chosen);
    }),
  ]);
}
