import { type ExtensionContext, env, window } from "vscode";
import { contextKeys } from "./core/display.ts";
import { createFormats } from "./core/format.ts";
import { ProjectCount } from "./core/projectCount.ts";
import { ThreadList } from "./core/threadList.ts";
import { defaultSort } from "./core/threadQuery.ts";
import { registerCounts } from "./features/counts/register.ts";
import { registerLog } from "./features/log/register.ts";
import { registerLogin } from "./features/login/register.ts";
import { registerThreads } from "./features/threads/register.ts";
import { inBackground, reportFailure } from "./host/commands.ts";
import { ContextKeyWriter } from "./host/contextKeys.ts";
import { Remembered } from "./host/remembered.ts";
import { logRequest } from "./host/requestLog.ts";
import { SampleWorker } from "./host/sampleWorker.ts";
import { type OpenService, SessionClient } from "./host/sessionClient.ts";
import { SessionStore } from "./host/sessionStore.ts";
import { Vault } from "./host/vault.ts";

const requestTimeout = 30_000;

export function activate(context: ExtensionContext): void {
  const log = window.createOutputChannel("Weave Threads", { log: true });
  const openService: OpenService = async (access) => {
    const { HttpThreadService } = await import("./service/client.ts");
    return new HttpThreadService({ ...access, timeout: requestTimeout, onRequest: (entry) => logRequest(log, entry) });
  };
  const formats = createFormats(env.language);
  const remembered = new Remembered(context);
  const sessions = new SessionStore(new Vault(context.secrets), remembered, (error) => reportFailure(error, log));
  const client = new SessionClient(openService, new SampleWorker(context.asAbsolutePath("dist/sampleService.cjs")));
  const threads = new ThreadList(Date.now);
  const count = new ProjectCount(Date.now);

  const keys = new ContextKeyWriter();
  const writeKeys = () => keys.write(contextKeys(sessions.session, threads.load));
  writeKeys();
  context.subscriptions.push(
    log,
    sessions,
    { dispose: () => inBackground(client.close({ keepSample: false }), log) },
    sessions.onChange((session) => {
      const { target, closed } = client.replace(session, sessions.key);
      inBackground(closed, log);
      threads.reset(target, session.project === null ? defaultSort : remembered.sort(session.project));
      count.reset(target);
      inBackground(count.refresh(), log);
      writeKeys();
    }),
    threads.subscribe(writeKeys),
    ...registerLogin({ sessions, remembered, openService, log }),
    ...registerThreads({ sessions, threads, count, remembered, formats, log }),
    ...registerCounts({ sessions, count, formats, log }),
    ...registerLog(log),
  );
  inBackground(sessions.read(), log);
}
