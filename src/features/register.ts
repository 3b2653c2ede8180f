import type { Disposable } from "vscode";
import { Observable } from "../core/async/observable.ts";
import type { Attempt } from "../core/conversation/protocol.ts";
import { isRefused } from "../vscode/ui/commands.ts";
import { Ending } from "../vscode/ui/progress.ts";
import type { App, FeatureParts } from "./app.ts";
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
  const app: App = {
    openConversation: (place) => conversation.openConversation(place),
    openCall: (call, options) => conversation.openCall(call, options),
    openDocument: (requested) => documents.openDocument(requested),
    openTranscript: (conversation) => documents.openTranscript(conversation),
    openEdit: (requested) => documents.openEdit(requested),
    openComparison: (left, right, title) => documents.openComparison(left, right, title),
    revealThread: (conversation) => threads.revealThread(conversation),
    filterThreads: (filter, onlyErrors) => threads.filterThreads(filter, onlyErrors),
    selectedRow: () => threads.selectedRow(),
    countCalls: (conditions, saved) => counts.countCalls(conditions, saved),
    saveCount: (name, conditions) => counts.saveCount(name, conditions),
    showCalls: (conditions, name) => savedCounts.showCalls(conditions, name),
    copyCountLink: (conditions) => links.copyCountLink(conditions),
    openLink: (link) => links.openLink(link),
    exportCalls: (conditions, saved) => exporting.exportCalls(conditions, saved),
    copyCallIds: open("copyCallIds", (conditions, saved) => exporting.copyCallIds(conditions, saved)),
    newCountFile: open("newCountFile", (conditions) => countFiles.newCountFile(conditions)),
    goToOpDefinition: (op) => opNavigation.goToOpDefinition(op),
    findOps: (found, signal) => opNavigation.findOps(found, signal),
    knownSources: (paths) => opNavigation.knownSources(paths),
    openSource: (place) => opNavigation.openSource(place),
    showOpCalls: (op) => opNavigation.showOpCalls(op),
    opCode: (op) => opNavigation.opCode(op),
    undoFeedback: (id) => feedback.undoFeedback(id),
    switchAccount: open("switchAccount", () => login.switchAccount()),
    openSample: () => login.openSample(),
    refresh: () => refresh.refresh(),
  };
  const ending = new Ending();
  const parts = {
    ...given,
    app,
    attempts: new Observable<readonly Attempt[]>([]),
    ending: ending.signal,
    target: () => given.threads.target,
  };
  const login = registerLogin(parts);
  const threads = registerThreads(parts);
  const counts = registerCounts(parts);
  const savedCounts = registerSavedCounts(parts);
  const countFiles = registerCountFiles(parts);
  const conversation = registerConversation(parts);
  const documents = registerDocuments(parts);
  const links = registerLinks(parts);
  const opNavigation = registerOpNavigation(parts);
  const exporting = registerExport(parts);
  const refresh = registerRefresh(parts);
  const feedback = registerFeedback(parts);
  const offering = [
    login,
    threads,
    counts,
    savedCounts,
    countFiles,
    conversation,
    documents,
    links,
    opNavigation,
    exporting,
    feedback,
    refresh,
  ];
  return [
    ending,
    ...offering.flatMap(({ subscriptions }) => subscriptions),
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
