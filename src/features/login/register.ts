import { commands, type Disposable, env, type LogOutputChannel, l10n, window } from "vscode";
import { sampleProjects } from "../../core/session/sampleProjects.ts";
import { publicServiceUrl, sampleAddress } from "../../core/session/serviceUrl.ts";
import { registerCommands } from "../../host/commands.ts";
import type { Remembered } from "../../host/remembered.ts";
import type { OpenService } from "../../host/sessionClient.ts";
import { defaultUsername, type SessionStore } from "../../host/sessionStore.ts";
import { configuredProject, openAddressSetting, serviceUrlText } from "../../host/settings.ts";
import { WeaveMachine } from "../../host/weaveMachine.ts";
import { askProject } from "./projectStep.ts";
import { SignInDialogue } from "./signInDialogue.ts";

export interface LoginParts {
  readonly sessions: SessionStore;
  readonly remembered: Remembered;
  readonly openService: OpenService;
  readonly log: LogOutputChannel;
}

/** A home folder on a drive that does not answer is waited for this long. */
const settingsLimitMs = 2_000;

/** Signing in and out, the project, and the sample that needs neither. */
export function registerLogin({ sessions, remembered, openService, log }: LoginParts): Disposable[] {
  return registerCommands(
    {
      "weaveThreads.signIn": async () => {
        const address = serviceUrlText();
        const machine = new WeaveMachine();
        const signedIn = await new SignInDialogue({
          url: address === sampleAddress ? publicServiceUrl : address,
          usernameAt: (origin) => remembered.username(origin) ?? defaultUsername,
          project: configuredProject(),
          recentProjects: remembered.recentProjects(),
          machine,
          services: await machine.services(AbortSignal.timeout(settingsLimitMs)),
          remote: env.remoteName !== undefined,
          openService,
        }).run();
        if (signedIn === undefined) return;
        await sessions.signIn(signedIn.account, signedIn.key, signedIn.project);
        await commands.executeCommand("weaveThreads.threads.focus");
      },
      "weaveThreads.signOut": async () => {
        if (sessions.session === null || sessions.session.kind === "signedOut") {
          window.showInformationMessage(l10n.t("Nobody is signed in."));
          return;
        }
        await sessions.signOut();
      },
      "weaveThreads.selectProject": async () => {
        const sample = sessions.session?.kind === "sample";
        const current = sessions.session?.project ?? null;
        const result = await askProject({
          title: l10n.t("Select Project"),
          value: "",
          current,
          offered: sample ? sampleProjects : remembered.recentProjects(),
        });
        if (result.kind === "accepted") await sessions.selectProject(result.value);
      },
      "weaveThreads.openAddressSetting": openAddressSetting,
      "weaveThreads.openSample": async () => {
        await sessions.openSample();
        await commands.executeCommand("weaveThreads.threads.focus");
      },
    },
    log,
  );
}
