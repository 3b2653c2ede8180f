import * as l10n from "@vscode/l10n";
import { window, workspace } from "vscode";
import { actionTitle } from "../../core/failures/action.ts";
import { offerText, projectToOffer, searchesProject } from "../../core/session/projectOffer.ts";
import { projectSetting } from "../../vscode/storage/settings.ts";
import { takeAction } from "../../vscode/ui/faultNotice.ts";
import { workspaceProjects } from "./projectSearch.ts";
import type { LoginParts } from "./register.ts";

const searchedKey = "projectSearched";

type Parts = Pick<LoginParts, "sessions" | "preferences" | "privacy" | "context" | "ending">;

/** Remembers that the files of this workspace were searched for projects. */
export function markSearched({ workspaceState }: Parts["context"]): void {
  void workspaceState.update(searchedKey, true);
}

/** Offers a project that a file of the workspace names: see `searchesProject`. */
export async function offerProject({ sessions, preferences, privacy, context, ending }: Parts): Promise<void> {
  const facts = () => ({
    session: sessions.session,
    isTrusted: workspace.isTrusted,
    isPrivate: privacy.value !== null,
    hasFolder: (workspace.workspaceFolders ?? []).length > 0,
    setting: projectSetting(),
    choice: preferences.choice(),
    wasSearched: context.workspaceState.get<unknown>(searchedKey) === true,
  });
  if (!searchesProject(facts())) return;
  markSearched(context);
  const found = await workspaceProjects(preferences.recentProjects(), ending);
  const offered = projectToOffer(found, facts());
  if (offered === undefined) return;
  const [show, select] = [l10n.t("Show Project"), actionTitle("selectProject")];
  const chosen = await window.showInformationMessage(offerText(offered), show, select);
  if (chosen === show) await sessions.selectProject(offered.project);
  else if (chosen === select) await takeAction("selectProject");
}
