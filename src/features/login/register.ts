import * as l10n from "@vscode/l10n";
import { commands, window } from "vscode";
import { type AccountEntry, sameAccount } from "../../core/session/accounts.ts";
import type { OfferedProject } from "../../core/session/projectMentions.ts";
import type { Account } from "../../core/session/session.ts";
import { stillSignedInText } from "../../core/session/sessionText.ts";
import { plainText } from "../../core/text/visibleText.ts";
import { openSetting, saveProject } from "../../vscode/storage/settings.ts";
import { inBackground, registerCommands, tellNotReady, unattended } from "../../vscode/ui/commands.ts";
import { whileBusy } from "../../vscode/ui/progress.ts";
import type { Feature, FeatureParts } from "../app.ts";

const noticeMs = 3000;

/** Signing in and out, the project, and the sample that needs neither. */
export function registerLogin(parts: FeatureParts): Feature<"switchAccount" | "openSample"> {
  const { sessions, preferences, openService, log } = parts;
  const offering = () => import("./projectOffer.ts");
  /** `known` is the account to sign in to again. */
  const signIn = async (known?: Account) => {
    if (!(await sessions.askToUseKey())) return;
    const { askSignIn } = await import("./signInDialog.ts");
    const signedIn = await searching((search) => askSignIn({ known, sessions, preferences, openService, search }));
    if (signedIn === undefined) return;
    const keeping = sessions.signIn(signedIn.account, signedIn.key, signedIn.project);
    await whileBusy(l10n.t("Sign In to Weave"), l10n.t("Saving API key…"), keeping);
    await showThreads();
  };
  /** Runs a dialog while the workspace is searched for projects. */
  const searching = async <T>(dialog: (search: Promise<readonly OfferedProject[]>) => Promise<T>): Promise<T> => {
    const closing = new AbortController();
    const search = import("./projectSearch.ts").then(({ workspaceProjects }) =>
      workspaceProjects(preferences.recentProjects(), closing.signal),
    );
    inBackground(search, log);
    // What was found is offered in the dialog.
    unattended(
      offering().then(({ markSearched }) => markSearched(parts.context)),
      log,
    );
    try {
      return await dialog(search.catch(() => []));
    } finally {
      closing.abort();
    }
  };
  const selectProject = async () => {
    const { askOtherProject } = await import("./selectProject.ts");
    const project = await searching((search) => askOtherProject({ sessions, preferences }, search));
    if (project !== null) await sessions.selectProject(project);
  };
  const saveToWorkspace = async () => {
    const { session } = sessions;
    if (session?.kind !== "signedIn" || session.project === null) return tellNotReady(session);
    await saveProject(session.project);
    // The workspace follows its settings from now on.
    await sessions.selectProject(session.project);
    window.setStatusBarMessage(l10n.t("Project saved to workspace settings"), noticeMs);
  };
  const switchAccount = async () => {
    const { pickAccount } = await import("./accountPick.ts");
    const choice = await pickAccount(sessions, log);
    if (choice === undefined) return;
    if (choice.kind === "another") return signIn();
    if (choice.kind === "sample") await sessions.openSample();
    else if (!(await sessions.askToUseKey())) return;
    else if (!choice.entry.current && !(await sessions.switchTo(choice.entry))) return signIn(choice.entry);
    // The user may already be working elsewhere.
    await showThreads({ preserveFocus: true });
    const { session } = sessions;
    if (session?.kind === "signedIn" && session.project === null) await selectProject();
  };
  const openSample = async () => {
    await sessions.openSample();
    await showThreads();
  };
  const offer = sessions.onChange(({ kind }) => {
    if (kind === "signedIn")
      unattended(
        offering().then(({ offerProject }) => offerProject(parts)),
        log,
      );
  });
  const registered = registerCommands(
    {
      "weaveThreads.signIn": () => signIn(),
      "weaveThreads.loadThreads": async () => {
        await sessions.release();
        await showThreads();
      },
      "weaveThreads.useKey": async () => {
        if (await sessions.askToUseKey()) await showThreads();
      },
      "weaveThreads.switchAccount": switchAccount,
      "weaveThreads.signOut": async () => {
        if (sessions.session === null || sessions.session.kind === "signedOut") {
          window.showInformationMessage(l10n.t("Not signed in."));
          return;
        }
        const { session } = sessions;
        await sessions.signOut();
        await preferences.setMayUseKey(false);
        if (session.kind === "signedIn")
          inBackground(tellWhoRemains(session.account, await sessions.accounts(), switchAccount), log);
      },
      "weaveThreads.selectProject": selectProject,
      "weaveThreads.saveProject": saveToWorkspace,
      "weaveThreads.openAddressSetting": () => openSetting("weaveThreads.serviceUrl"),
      "weaveThreads.openSample": openSample,
    },
    log,
  );
  return { switchAccount, openSample, subscriptions: [offer, ...registered] };
}

async function showThreads(options: { readonly preserveFocus: boolean } = { preserveFocus: false }): Promise<void> {
  await commands.executeCommand("weaveThreads.threads.focus", options);
}

/** Shows nothing if no account remains: the view says enough. */
async function tellWhoRemains(
  left: Account,
  accounts: readonly AccountEntry[],
  switchAccount: () => Promise<void>,
): Promise<void> {
  const others = accounts.filter((entry) => entry.key !== "nowhere" && !sameAccount(entry, left));
  if (others.length === 0) return;
  const title = l10n.t("Switch Account");
  const said = stillSignedInText(left, others);
  if ((await window.showInformationMessage(plainText(said), title)) === title) await switchAccount();
}
