import { env } from "vscode";
import { publicServiceUrl, sampleAddress } from "../../core/session/serviceUrl.ts";
import type { Account } from "../../core/session/session.ts";
import type { OpenService } from "../../vscode/session/sessionClient.ts";
import { defaultUsername } from "../../vscode/session/sessionStore.ts";
import { WeaveMachine } from "../../vscode/session/weaveMachine.ts";
import type { Preferences } from "../../vscode/storage/preferences.ts";
import { configuredProject, serviceUrlText } from "../../vscode/storage/settings.ts";
import { type SignedIn, SignInDialog } from "./signInDialog.ts";

/** How long to wait for a home folder on a drive that does not respond. */
const settingsLimitMs = 2_000;

/** Asks the user to sign in. `known` is the account to sign in to again. Undefined if canceled. */
export async function askSignIn(
  known: Account | undefined,
  preferences: Preferences,
  openService: OpenService,
): Promise<SignedIn | undefined> {
  const address = known?.url ?? serviceUrlText();
  const machine = new WeaveMachine();
  return await new SignInDialog({
    url: address === sampleAddress ? publicServiceUrl : address,
    usernameAt: (origin) =>
      known?.origin === origin ? known.username : (preferences.username(origin) ?? defaultUsername),
    project: configuredProject(preferences).project,
    recentProjects: preferences.recentProjects(),
    machine,
    services: await machine.services(AbortSignal.timeout(settingsLimitMs)),
    remote: env.remoteName !== undefined,
    openService,
  }).run();
}
