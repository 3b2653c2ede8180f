import * as l10n from "@vscode/l10n";
import { commands, env, window } from "vscode";
import { projectsOf } from "../../core/collector/collectorText.ts";
import { type ProjectId, sampleProjects } from "../../core/query/projectId.ts";
import { type AccountEntry, sameAccount } from "../../core/session/accounts.ts";
import { webAppsOf } from "../../core/session/pastedAddress.ts";
import type { OfferedProject } from "../../core/session/projectMentions.ts";
import { type Account, dataOf, isContainer } from "../../core/session/session.ts";
import { stillSignedInText, useKeyQuestion } from "../../core/session/sessionText.ts";
import { enteredProject, offeredProjects } from "../../core/session/signInRows.ts";
import { remoteOf } from "../../core/settings/serviceUrl.ts";
import { plainText } from "../../core/text/visibleText.ts";
import { projectSetting, saveProject, webUrlText } from "../../vscode/storage/settings.ts";
import { inBackground, showNotReady } from "../../vscode/ui/commands.ts";
import { whileBusy } from "../../vscode/ui/progress.ts";
import { pickAccount } from "./accountPick.ts";
import { markSearched } from "./offerProject.ts";
import { workspaceProjects } from "./projectSearch.ts";
import { askProject } from "./projectStep.ts";
import type { LoginParts } from "./register.ts";
import { askSignIn } from "./signInDialog.ts";

const noticeMs = 3000;

export async function useKey(parts: LoginParts): Promise<void> {
  if (await askToUseKey(parts)) await showThreads();
}

/** `known` is the account to sign in to again. */
export async function signIn(parts: LoginParts, known?: Account): Promise<void> {
  const { sessions, preferences, openService } = parts;
  if (!(await askToUseKey(parts))) return;
  const signedIn = await searching(parts, (search) => askSignIn({ known, sessions, preferences, openService, search }));
  if (signedIn === undefined) return;
  const keeping = sessions.signIn(signedIn.account, signedIn.key, signedIn.project);
  await whileBusy(l10n.t("Sign In to Weave"), l10n.t("Saving API key…"), keeping);
  await showThreads();
}

export async function selectProject(parts: LoginParts): Promise<void> {
  const project = await searching(parts, (search) => askOtherProject(parts, search));
  if (project !== null) await parts.sessions.selectProject(project);
}

/** Asks for a project of the open session; null if canceled. `search` finds those that the workspace names. */
async function askOtherProject(
  { sessions, preferences, collector }: LoginParts,
  search: Promise<readonly OfferedProject[]>,
): Promise<ProjectId | null> {
  const { session, target } = sessions;
  const isSample = session?.kind === "sample";
  const isLocal = dataOf(session) === "local";
  const local = isLocal ? projectsOf((await collector.get()).state.value) : [];
  const service = typeof target.address === "string" || isSample ? null : remoteOf(target.address);
  const own = (isSample ? sampleProjects : local).map((project) => ({ project, from: "" }));
  const apps = service === null ? [] : webAppsOf([service], webUrlText());
  const result = await askProject({
    title: l10n.t("Select Project"),
    value: "",
    current: session?.project ?? null,
    offered: (found) =>
      isSample || isLocal ? own : offeredProjects(projectSetting(), found, preferences.recentProjects()),
    search: isSample || isLocal ? Promise.resolve([]) : search,
    read: (text) => enteredProject(text, { service, apps, others: false }),
  });
  return result.kind === "accepted" ? result.value.project : null;
}

export async function saveToWorkspace({ sessions }: LoginParts): Promise<void> {
  const { session } = sessions;
  if (session?.kind !== "signedIn" || session.project === null) return showNotReady(session);
  await saveProject(session.project);
  // The workspace follows its settings from now on.
  await sessions.selectProject(session.project);
  window.setStatusBarMessage(l10n.t("Project saved to workspace settings"), noticeMs);
}

export async function switchAccount(parts: LoginParts): Promise<void> {
  const { sessions, log } = parts;
  const choice = await pickAccount(sessions, log);
  if (choice === undefined) return;
  if (choice.kind === "another") return signIn(parts);
  if (choice.kind === "sample") await sessions.openSample();
  else if (!(await askToUseKey(parts))) return;
  else if (!choice.entry.current && !(await sessions.switchTo(choice.entry))) return signIn(parts, choice.entry);
  // The user may already be working elsewhere.
  await showThreads({ preserveFocus: true });
  const { session } = sessions;
  if (session?.kind === "signedIn" && session.project === null) await selectProject(parts);
}

export async function signOut(parts: LoginParts): Promise<void> {
  const { sessions, preferences, privacy, log } = parts;
  const { session } = sessions;
  if (session === null || session.kind === "signedOut") {
    window.showInformationMessage(l10n.t("Not signed in."));
    return;
  }
  await sessions.signOut();
  await preferences.mayUseKey.set(false);
  // The notification names accounts.
  if (session.kind === "signedIn" && privacy.value === null)
    inBackground(showRemaining(session.account, await sessions.accounts(), parts), log);
}

export async function showThreads(options = { preserveFocus: false }): Promise<void> {
  await commands.executeCommand("weaveThreads.threads.focus", options);
}

/** Runs a dialog while the workspace is searched for projects. */
async function searching<T>(
  { preferences, context, log }: LoginParts,
  dialog: (search: Promise<readonly OfferedProject[]>) => Promise<T>,
): Promise<T> {
  const closing = new AbortController();
  const search = workspaceProjects(preferences.recentProjects(), closing.signal);
  inBackground(search, log);
  // What was found is offered in the dialog.
  markSearched(context);
  try {
    return await dialog(search.catch(() => []));
  } finally {
    closing.abort();
  }
}

/** Shows nothing if no account remains: the view says enough. */
async function showRemaining(left: Account, accounts: readonly AccountEntry[], parts: LoginParts): Promise<void> {
  const others = accounts.filter((entry) => entry.key !== "nowhere" && !sameAccount(entry, left));
  if (others.length === 0) return;
  const title = l10n.t("Switch Account");
  const message = stillSignedInText(left, others);
  if ((await window.showInformationMessage(plainText(message), title)) === title) await switchAccount(parts);
}

/** In a container, asks once per workspace whether the key may be used; false if not. Elsewhere, always true. */
async function askToUseKey({ sessions, preferences }: Pick<LoginParts, "sessions" | "preferences">): Promise<boolean> {
  if (!isContainer(env.remoteName) || preferences.mayUseKey.value) return true;
  const use = l10n.t("Use API Key");
  const question = useKeyQuestion(env.remoteName);
  const detail = l10n.t("Code in the container can read it.");
  if ((await window.showWarningMessage(question, { modal: true, detail }, use)) !== use) return false;
  await preferences.mayUseKey.set(true);
  await sessions.read();
  return true;
}
