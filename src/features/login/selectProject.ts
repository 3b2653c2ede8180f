import * as l10n from "@vscode/l10n";
import { webAppsOf } from "../../core/links/pastedAddress.ts";
import { type ProjectId, sampleProjects } from "../../core/session/projectId.ts";
import type { OfferedProject } from "../../core/session/projectMentions.ts";
import { remoteOf } from "../../core/session/serviceUrl.ts";
import { enteredProject, offeredProjects } from "../../core/session/signInRows.ts";
import { projectSetting, webUrlText } from "../../vscode/storage/settings.ts";
import type { FeatureParts } from "../app.ts";
import { askProject } from "./projectStep.ts";

/** Asks for a project of the open session; null if canceled. `search` finds those that the workspace names. */
export async function askOtherProject(
  { sessions, preferences }: Pick<FeatureParts, "sessions" | "preferences">,
  search: Promise<readonly OfferedProject[]>,
): Promise<ProjectId | null> {
  const { session, target } = sessions;
  const isSample = session?.kind === "sample";
  const service = typeof target.address === "string" || isSample ? null : remoteOf(target.address);
  const samples = sampleProjects.map((project) => ({ project, from: "" }));
  const apps = service === null ? [] : webAppsOf([service], webUrlText());
  const result = await askProject({
    title: l10n.t("Select Project"),
    value: "",
    current: session?.project ?? null,
    offered: (found) => (isSample ? samples : offeredProjects(projectSetting(), found, preferences.recentProjects())),
    search: isSample ? Promise.resolve([]) : search,
    read: (text) => enteredProject(text, { service, apps, others: false }),
  });
  return result.kind === "accepted" ? result.value.project : null;
}
