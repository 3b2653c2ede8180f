import * as l10n from "@vscode/l10n";
import { window, workspace } from "vscode";
import { actionTitle } from "../../core/failures/action.ts";
import { offerText, projectToOffer } from "../../core/session/projectOffer.ts";
import { projectSetting } from "../../vscode/storage/settings.ts";
import { takeAction } from "../../vscode/ui/faultNotice.ts";
import type { FeatureParts } from "../app.ts";
import { workspaceProjects } from "./projectSearch.ts";

const searchedKey = "projectSearched";

type Parts = Pick<FeatureParts, "sessions" | "preferences" | "privacy" | "context" | "ending">;

/** Remembers that the files of this workspace were searched for projects; false if that was known. */
export function markSearched({ workspaceState }: Parts["context"]): boolean {
  if (workspaceState.get<unknown>(searchedKey) === true) return false;
  void workspaceState.update(searchedKey, true);
  return true;
}

/**
 * Offers a project that a file of the workspace names, if nobody has set one for the workspace: once per workspace, and not
 * in Restricted Mode. In privacy mode it would name what is hidden, and waits until the mode is off.
 */
export async function offerProject({ sessions, preferences, privacy, context, ending }: Parts): Promise<void> {
  const isOpen = (workspace.workspaceFolders ?? []).length > 0;
  const unset = () => {
    const { session } = sessions;
    const isUnset = projectSetting() === null && !preferences.choice().project;
    return session?.kind === "signedIn" && privacy.value === null && isUnset ? session : null;
  };
  if (!workspace.isTrusted || !isOpen || unset() === null || !markSearched(context)) return;
  const found = await workspaceProjects(preferences.recentProjects(), ending);
  const session = unset();
  const offered = session && projectToOffer(found, session.project);
  if (!offered) return;
  const [show, select] = [l10n.t("Show Project"), actionTitle("selectProject")];
  const chosen = await window.showInformationMessage(offerText(offered), show, select);
  if (chosen === show) await sessions.selectProject(offered.project);
  else if (chosen === select) await takeAction("selectProject");
}
