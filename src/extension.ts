import { type ExtensionContext, env, window } from "vscode";
import { OpenProject } from "./core/openProject.ts";
import { createFormats } from "./core/text/format.ts";
import { registerCompare } from "./features/compare/register.ts";
import { registerConversation } from "./features/conversation/register.ts";
import { registerCountFiles } from "./features/countFiles/register.ts";
import { registerCounts } from "./features/counts/register.ts";
import { registerDiagnostics } from "./features/diagnostics/register.ts";
import { registerDocuments } from "./features/documents/register.ts";
import { registerExport } from "./features/export/register.ts";
import { registerLinks } from "./features/links/register.ts";
import { registerLogin } from "./features/login/register.ts";
import { registerOpCode } from "./features/opNavigation/register.ts";
import { registerOverview } from "./features/overview/register.ts";
import { registerRefresh } from "./features/refresh/register.ts";
import { registerSavedCounts } from "./features/savedCounts/register.ts";
import { registerSnippets } from "./features/snippets/register.ts";
import { registerThreads } from "./features/threads/register.ts";
import { RequestLog } from "./vscode/session/requestLog.ts";
import { SampleWorker } from "./vscode/session/sampleWorker.ts";
import { type OpenService, SessionClient } from "./vscode/session/sessionClient.ts";
import { followSession } from "./vscode/session/sessionProject.ts";
import { SessionStore } from "./vscode/session/sessionStore.ts";
import { CountPreferences } from "./vscode/storage/countPreferences.ts";
import { Preferences } from "./vscode/storage/preferences.ts";
import { configuredPageSize, networkSettings as network } from "./vscode/storage/settings.ts";
import { Vault } from "./vscode/storage/vault.ts";
import { inBackground, reportFailure } from "./vscode/ui/commands.ts";
import { useTranslations } from "./vscode/ui/translations.ts";

export function activate(context: ExtensionContext): void {
  useTranslations();
  const log = window.createOutputChannel("Weave Threads", { log: true });
  const onBug = (error: unknown) => reportFailure(error, log);
  const requests = new RequestLog(log);
  const service = () => import("./service/client.ts");
  const openService: OpenService = async (access) =>
    new (await service()).HttpThreadService({ ...access, network, fetch, onRequest: (entry) => requests.add(entry) });
  const readCountFile = async (body: unknown) => (await service()).readCountFile(body);
  const formats = createFormats(env.language);
  const preferences = new Preferences(context);
  const recent = new CountPreferences(context.globalState);
  const sessions = new SessionStore(new Vault(context.secrets), preferences, onBug);
  const client = new SessionClient(openService, new SampleWorker(context.asAbsolutePath("dist/sampleService.cjs")));
  const stores = { seen: preferences, savedCounts: recent };
  const project = new OpenProject({ now: Date.now, pageSize: configuredPageSize, onBug, ...stores });
  const target = () => project.threads.target;

  context.subscriptions.push(
    log,
    sessions,
    ...followSession({ sessions, client, project, preferences, log }),
    ...registerLogin({ sessions, preferences, openService, log }),
    ...registerThreads({ ...project, sessions, preferences, formats, log }),
    ...registerCounts({ ...project, sessions, recent, target, formats, log }),
    ...registerSavedCounts({ ...project, sessions, formats, log }),
    ...registerCountFiles({ sessions, target, readCountFile, formats, log }),
    ...registerExport({ ...project, sessions, preferences, formats, log }),
    ...registerConversation({ sessions, project, formats, context, log }),
    ...registerOverview({ sessions, project, context, preferences, formats, log }),
    ...registerDocuments({ sessions, project, formats, log }),
    ...registerCompare({ ...project, sessions, target, formats, log }),
    ...registerLinks({ sessions, project, context, log }),
    ...registerOpCode({ sessions, target, formats, log }),
    ...registerSnippets({ ...project, sessions, client, posts: service, context, formats, log }),
    ...registerRefresh({ sessions, project, log }),
    ...registerDiagnostics({ sessions, project, requests, network, context, log }),
  );
  inBackground(sessions.read(), log);
}
