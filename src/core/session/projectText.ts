import * as l10n from "@vscode/l10n";
import type { ProjectId } from "./projectId.ts";

/** A project as it is shown; `sample` where its numbers are made up. */
export function projectText(project: ProjectId, sample: boolean): string {
  return sample ? l10n.t("{0} (sample data)", project) : project;
}
