import { type ExtensionContext, env, window } from "vscode";
import { contextKeys } from "./core/display.ts";
import { createFormats } from "./core/format.ts";
import { OpenProject } from "./core/openProject.ts";
import { registerConversation } from "./features/conversation/register.ts";
import { registerCountFiles } from "./features/countFiles/register.ts";
import { registerCounts } from "./features/counts/register.ts";
import { registerDiagnostics } from "./features/diagnostics/register.ts";
import { registerLogin } from "./features/login/register.ts";
import { registerRefresh } from "./features/refresh/register.ts";
import { registerSavedCounts } from "./features/savedCounts/register.ts";
import { registerThreads } from "./features/threads/register.ts";
import { inBackground, reportFailure } from "./host/commands.ts";
import { ContextKeyWriter } from "./host/contextKeys.ts";
import { networkSettings as network } from "./host/networkSettings.ts";
import { Remembered } from "./host/remembered.ts";
import { RememberedCounts } from "./host/rememberedCounts.ts";
import { RequestLog } from "./host/requestLog.ts";
import { SampleWorker } from "./host/sampleWorker.ts";
import { type OpenService, SessionClient } from "./host/sessionClient.ts";
import { SessionStore } from "./host/sessionStore.ts";
import { configuredPageSize, configuredSelection } from "./host/settings.ts";
import { Vault } from "./host/vault.ts";

export function activate(context: ExtensionContext): void {
  const log = window.createOutputChannel("Weave Threads", { log: true });
  const onBug = (error: unknown) => reportFailure(error, log);
  const requests = new RequestLog(log);
  const openService: OpenService = async (access) => {
    const { HttpThreadService } = await import("./service/client.ts");
    return new HttpThreadService({ ...access, network, fetch, onRequest: (entry) => requests.add(entry) });
  };
  const readCountFile = async (body: unknown) => (await import("./service/client.ts")).readCountFile(body);
  const formats = createFormats(env.language);
  const remembered = new Remembered(context);
  const recent = new RememberedCounts(context.globalState);
  const sessions = new SessionStore(new Vault(context.secrets), remembered, onBug);
  const client = new SessionClient(openService, new SampleWorker(context.asAbsolutePath("dist/sampleService.cjs")));
  const stores = { seen: remembered, savedCounts: recent };
  const project = new OpenProject({ now: Date.now, pageSize: configuredPageSize, onBug, ...stores });
  const { threads, news, count } = project;
  const target = () => threads.target;

  const keys = new ContextKeyWriter();
  const writeKeys = () => keys.write(contextKeys(sessions.session, project.shown));
  writeKeys();
  context.subscriptions.push(
    log,
    sessions,
    { dispose: () => inBackground(client.close({ keepSample: false }), log) },
    sessions.onChange((session) => {
      const { target, closed } = client.replace(session, sessions.key);
      inBackground(closed, log);
      project.reset(target, remembered.selection(session.project, configuredSelection()));
      inBackground(count.refresh(), log);
      writeKeys();
    }),
    threads.subscribe(writeKeys),
    news.subscribe(writeKeys),
    ...registerLogin({ sessions, remembered, openService, log }),
    ...registerThreads({ ...project, sessions, remembered, formats, log }),
    ...registerCounts({ ...project, sessions, recent, target, formats, log }),
    ...registerSavedCounts({ ...project, sessions, formats, log }),
    ...registerCountFiles({ sessions, target, readCountFile, formats, log }),
    ...registerConversation({ sessions, project, context, log }),
    ...registerRefresh({ sessions, project, log }),
    ...registerDiagnostics({ sessions, project, remembered, requests, network, context, log }),
  );
  inBackground(sessions.read(), log);
}
