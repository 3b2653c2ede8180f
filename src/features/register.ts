import type { Disposable } from "vscode";
import { Observable } from "../core/async/observable.ts";
import type { Attempt } from "../core/conversation/protocol.ts";
import { isRefused } from "../vscode/ui/commands.ts";
import type { App, Feature, FeatureParts } from "./app.ts";
import { registerChatTools } from "./chatTools/register.ts";
import { registerCollector } from "./collector/register.ts";
import { registerConversation } from "./conversation/register.ts";
import { registerCountFiles } from "./countFiles/register.ts";
import { registerCounts } from "./counts/register.ts";
import { registerDiagnostics } from "./diagnostics/register.ts";
import { registerCompare } from "./diff/register.ts";
import { registerDocuments } from "./documents/register.ts";
import { registerErrors } from "./errors/register.ts";
import { registerExport } from "./export/register.ts";
import { registerFeedback } from "./feedback/register.ts";
import { registerLastRun } from "./lastRun/register.ts";
import { registerLinks } from "./links/register.ts";
import { registerLogin } from "./login/register.ts";
import { registerOpNavigation } from "./opNavigation/register.ts";
import { registerOverview } from "./overview/register.ts";
import { registerPins } from "./pins/register.ts";
import { registerPrivacy } from "./privacy/register.ts";
import { registerRefresh } from "./refresh/register.ts";
import { registerSavedCounts } from "./savedCounts/register.ts";
import { registerSnippets } from "./snippets/register.ts";
import { registerThreads } from "./threads/register.ts";
import { registerTryAgain } from "./tryAgain/register.ts";

/** Registers everything that a user can do, and lets each feature reach what others offer. */
export function registerFeatures(given: Omit<FeatureParts, "app" | "attempts" | "ending" | "target">): Disposable[] {
  /** As the command, which privacy mode may refuse. */
  const open =
    <Args extends readonly unknown[]>(command: string, run: (...args: Args) => Promise<void>) =>
    async (...args: Args) => {
      if (!isRefused(`weaveThreads.${command}`, given.privacy)) await run(...args);
    };
  const ending = new AbortController();
  // Filled below: features reach each other only later.
  const app: App = Object.create(null);
  const parts = {
    ...given,
    app,
    attempts: new Observable<readonly Attempt[]>([]),
    ending: ending.signal,
    target: () => given.threads.target,
  };
  const subscriptions: Disposable[] = [{ dispose: () => ending.abort() }];
  const kept = <Offered extends Feature<never>>(feature: Offered): Offered => {
    subscriptions.push(...feature.subscriptions);
    return feature;
  };
  const offered: App = {
    ...kept(registerLogin(parts)),
    ...kept(registerThreads(parts)),
    ...kept(registerCounts(parts)),
    ...kept(registerSavedCounts(parts)),
    ...kept(registerCountFiles(parts)),
    ...kept(registerConversation(parts)),
    ...kept(registerDocuments(parts)),
    ...kept(registerLinks(parts)),
    ...kept(registerOpNavigation(parts)),
    ...kept(registerExport(parts)),
    ...kept(registerFeedback(parts)),
    ...kept(registerRefresh(parts)),
  };
  Object.assign(app, offered, {
    copyCallIds: open("copyCallIds", offered.copyCallIds),
    newCountFile: open("newCountFile", offered.newCountFile),
    switchAccount: open("switchAccount", offered.switchAccount),
  });
  return [
    ...subscriptions,
    ...registerChatTools(parts),
    ...registerCollector(parts),
    ...registerErrors(parts),
    ...registerLastRun(parts),
    ...registerOverview(parts),
    ...registerCompare(parts),
    ...registerDiagnostics(parts),
    ...registerPins(parts),
    ...registerPrivacy(parts),
    ...registerSnippets(parts),
    ...registerTryAgain(parts),
  ];
}
