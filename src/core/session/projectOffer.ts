import * as l10n from "@vscode/l10n";
import { namedText } from "../text/visibleText.ts";
import type { ProjectId } from "./projectId.ts";
import type { OfferedProject } from "./projectMentions.ts";

/** The project to offer where none is set: the first that the files name, unless they name the shown one. */
export function projectToOffer(found: readonly OfferedProject[], shown: ProjectId | null): OfferedProject | undefined {
  return found.some(({ project }) => project === shown) ? undefined : found[0];
}

export function offerText({ project, from }: OfferedProject): string {
  return l10n.t("{0} names the Weave project {1}. Show it in this workspace?", namedText(from), namedText(project));
}
