import { openSetting } from "../../vscode/storage/settings.ts";
import { registerCommands, unattended } from "../../vscode/ui/commands.ts";
import type { Feature, Parts } from "../app.ts";

export type LoginParts = Parts<
  "sessions" | "collector" | "preferences" | "privacy" | "openService" | "context" | "log" | "ending"
>;

/** Signing in and out, the project, and the sample that needs neither. */
export function registerLogin(parts: LoginParts): Feature<"switchAccount" | "openSample"> {
  const { sessions, log } = parts;
  const load = () => import("./accountCommands.ts");
  const switchAccount = async () => (await load()).switchAccount(parts);
  const showThreads = async () => (await load()).showThreads();
  const offerProject = async () => (await import("./offerProject.ts")).offerProject(parts);
  const openSample = async () => {
    await sessions.openSample();
    await showThreads();
  };
  const offer = sessions.onChange(({ kind }) => {
    if (kind === "signedIn") unattended(offerProject(), log);
  });
  const registered = registerCommands(parts, {
    "weaveThreads.signIn": async () => (await load()).signIn(parts),
    "weaveThreads.loadThreads": async () => {
      await sessions.release();
      await showThreads();
    },
    "weaveThreads.useKey": async () => (await load()).useKey(parts),
    "weaveThreads.switchAccount": switchAccount,
    "weaveThreads.signOut": async () => (await load()).signOut(parts),
    "weaveThreads.selectProject": async () => (await load()).selectProject(parts),
    "weaveThreads.saveProject": async () => (await load()).saveToWorkspace(parts),
    "weaveThreads.openAddressSetting": () => openSetting("weaveThreads.serviceUrl"),
    "weaveThreads.openSample": openSample,
  });
  return { switchAccount, openSample, subscriptions: [offer, ...registered] };
}
