import { commands, type Disposable, env, type LogOutputChannel, l10n, window } from "vscode";
import { sameAccount } from "../../core/session/accountSecret.ts";
import type { AccountEntry } from "../../core/session/accounts.ts";
import { sampleProjects } from "../../core/session/sampleProjects.ts";
import { publicServiceUrl, sampleAddress } from "../../core/session/serviceUrl.ts";
import type { Account } from "../../core/session/session.ts";
import { plainText } from "../../core/visibleText.ts";
import { whileBusy } from "../../host/busyBox.ts";
import { inBackground, registerCommands } from "../../host/commands.ts";
import type { Remembered } from "../../host/remembered.ts";
import type { OpenService } from "../../host/sessionClient.ts";
import { defaultUsername, type SessionStore } from "../../host/sessionStore.ts";
import { configuredProject, openAddressSetting, serviceUrlText } from "../../host/settings.ts";
import { WeaveMachine } from "../../host/weaveMachine.ts";
import { pickAccount } from "./accountPick.ts";
import { accountText } from "./accountText.ts";
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
  /** `known` is the account to sign in to again. */
  const signIn = async (known?: Account) => {
    const address = known?.url ?? serviceUrlText();
    const machine = new WeaveMachine();
    const signedIn = await new SignInDialogue({
      url: address === sampleAddress ? publicServiceUrl : address,
      usernameAt: (origin) =>
        known?.origin === origin ? known.username : (remembered.username(origin) ?? defaultUsername),
      project: configuredProject(),
      recentProjects: remembered.recentProjects(),
      machine,
      services: await machine.services(AbortSignal.timeout(settingsLimitMs)),
      remote: env.remoteName !== undefined,
      openService,
    }).run();
    if (signedIn === undefined) return;
    const keeping = sessions.signIn(signedIn.account, signedIn.key, signedIn.project);
    await whileBusy(l10n.t("Sign In to Weave"), l10n.t("Keeping the key…"), keeping);
    await showThreads();
  };
  return registerCommands(
    {
      "weaveThreads.signIn": () => signIn(),
      "weaveThreads.switchAccount": async () => {
        const choice = await pickAccount(sessions, log);
        if (choice === undefined) return;
        if (choice.kind === "another") return signIn();
        if (choice.kind === "sample") await sessions.openSample();
        else if (!choice.entry.current && !(await sessions.switchTo(choice.entry))) return signIn(choice.entry);
        // Whoever goes on at once keeps the focus.
        await showThreads({ preserveFocus: true });
        const { session } = sessions;
        if (session?.kind === "signedIn" && session.project === null) {
          await commands.executeCommand("weaveThreads.selectProject");
        }
      },
      "weaveThreads.signOut": async () => {
        if (sessions.session === null || sessions.session.kind === "signedOut") {
          window.showInformationMessage(l10n.t("Nobody is signed in."));
          return;
        }
        const { session } = sessions;
        await sessions.signOut();
        if (session.kind === "signedIn") inBackground(tellWhoRemains(session.account, await sessions.accounts()), log);
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
        await showThreads();
      },
    },
    log,
  );
}

async function showThreads(options: { readonly preserveFocus: boolean } = { preserveFocus: false }): Promise<void> {
  await commands.executeCommand("weaveThreads.threads.focus", options);
}

/** Nothing, where nobody does: the view says enough. */
async function tellWhoRemains(left: Account, accounts: readonly AccountEntry[]): Promise<void> {
  const others = accounts.filter((entry) => entry.key !== "nowhere" && !sameAccount(entry, left));
  if (others.length === 0) return;
  const switchAccount = l10n.t("Switch Account");
  const remaining = others.map((entry) => accountText(entry)).join(", ");
  const said = l10n.t("{0} is signed out. Still signed in: {1}.", accountText(left), remaining);
  if ((await window.showInformationMessage(plainText(said), switchAccount)) !== switchAccount) return;
  await commands.executeCommand("weaveThreads.switchAccount");
}
