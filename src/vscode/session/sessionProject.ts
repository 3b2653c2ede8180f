import * as l10n from "@vscode/l10n";
import { commands, type Disposable, type LogOutputChannel, window } from "vscode";
import { actionTitle } from "../../core/failures/action.ts";
import type { Privacy } from "../../core/privacy/mask.ts";
import { contextKeys } from "../../core/project/display.ts";
import type { OpenProject } from "../../core/project/openProject.ts";
import type { ProjectId } from "../../core/query/projectId.ts";
import { isOpen, type Reader, sameReader } from "../../core/session/session.ts";
import type { KeyedSession, WindowSession } from "../../core/session/windowSession.ts";
import { plainText } from "../../core/text/visibleText.ts";
import type { Preferences } from "../storage/preferences.ts";
import { configuredClient, configuredSelection, onSettingsChange, projectSetting } from "../storage/settings.ts";
import { inBackground, unattended } from "../ui/commands.ts";
import { takeAction } from "../ui/faultNotice.ts";
import type { SessionClient } from "./sessionClient.ts";

export interface SessionProjectParts {
  readonly sessions: WindowSession;
  readonly key: KeyedSession["key"];
  readonly client: SessionClient;
  readonly project: OpenProject;
  readonly preferences: Preferences;
  readonly privacy: Privacy;
  readonly log: LogOutputChannel;
}

/** Keeps client, project and context keys in sync with the session. Must be registered before their users. */
export function followSession({
  sessions,
  key,
  client,
  project,
  preferences,
  privacy,
  log,
}: SessionProjectParts): Disposable[] {
  const written = new Map<string, unknown>();
  // Kept, because keys are written for every batch of rows.
  let httpClient = configuredClient();
  const writeKeys = () => {
    for (const [key, value] of Object.entries(contextKeys(sessions.session, project.shown, httpClient))) {
      if (written.get(key) !== value) void commands.executeCommand("setContext", key, value);
      written.set(key, value);
    }
  };
  writeKeys();
  let reader: Reader = { session: { kind: "signedOut", project: null, problem: null }, mark: null };
  return [
    { dispose: () => unattended(client.close({ keepSample: false }), log) },
    sessions.onChange((session) => {
      const now = { session, mark: sessions.keyMark };
      if (!sameReader(reader, now)) project.messages.forget();
      reader = now;
      if (isOpen(session)) unattended(preferences.setUsed(), log);
      if (session.kind === "signedIn") nameProject(session.project, preferences, log);
      const { target, closed } = client.replace(sessions.real ?? session, key());
      unattended(closed, log);
      const defaults = configuredSelection();
      project.defaultFilter = defaults.filter;
      const place = preferences.placeOf(sessions.real ?? session);
      const selection = preferences.selection(place, defaults);
      const shown = target && (privacy.value?.client(target) ?? target);
      project.reset(shown, selection, preferences.onlyErrors(place).value, place);
      unattended(project.count.refresh(true), log);
      writeKeys();
    }),
    project.subscribe(writeKeys),
    onSettingsChange(() => {
      project.defaultFilter = configuredSelection().filter;
      httpClient = configuredClient();
      writeKeys();
    }),
  ];
}

/** Shows the project once, before the first request, if only the workspace's settings name it. */
function nameProject(project: ProjectId | null, preferences: Preferences, log: LogOutputChannel): void {
  const setting = projectSetting();
  if (project === null || setting?.project !== project || !setting.isOfWorkspace) return;
  if (preferences.namedProject.value === project || preferences.recentProjects().includes(project)) return;
  unattended(preferences.namedProject.set(project), log);
  const text = l10n.t("This workspace sets the Weave project to {0}.", plainText(project));
  const select = actionTitle("selectProject");
  const ask = async () => {
    if ((await window.showInformationMessage(text, select)) === select) await takeAction("selectProject");
  };
  inBackground(ask(), log);
}
