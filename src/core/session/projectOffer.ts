import * as l10n from "@vscode/l10n";
import { namedText } from "../text/visibleText.ts";
import type { OfferedProject } from "./projectMentions.ts";
import { dataOf, type Session } from "./session.ts";
import type { ProjectSetting } from "./sessionPorts.ts";
import type { WorkspaceChoice } from "./workspaceChoice.ts";

export interface OfferFacts {
  readonly session: Session | null;
  readonly isTrusted: boolean;
  /** Whether privacy mode is on: the offer would name what is hidden. */
  readonly isPrivate: boolean;
  readonly hasFolder: boolean;
  readonly setting: ProjectSetting | null;
  readonly choice: Pick<WorkspaceChoice, "project">;
  /** Whether the files of the workspace were searched before. */
  readonly wasSearched: boolean;
}

type ShownFacts = Omit<OfferFacts, "isTrusted" | "hasFolder" | "wasSearched">;

/** Whether to search the files of a workspace for a project: once, if none is set, and not in Restricted Mode. */
export function searchesProject({ isTrusted, hasFolder, wasSearched, ...facts }: OfferFacts): boolean {
  return isTrusted && hasFolder && !wasSearched && lacksProject(facts);
}

/** Whether no project is set for the workspace, and one could be shown. */
function lacksProject({ session, isPrivate, setting, choice }: ShownFacts): boolean {
  return session?.kind === "signedIn" && dataOf(session) === null && !isPrivate && setting === null && !choice.project;
}

/** The project to offer by the facts after the search: the first that the files name, if none of them is shown. */
export function projectToOffer(found: readonly OfferedProject[], facts: ShownFacts): OfferedProject | undefined {
  const shown = facts.session?.project;
  return lacksProject(facts) && found.every(({ project }) => project !== shown) ? found[0] : undefined;
}

export function offerText({ project, from }: OfferedProject): string {
  return l10n.t("Found Weave project {0} in {1}. Show it in this workspace?", namedText(project), namedText(from));
}
