import { type ExtensionContext, env, window } from "vscode";
import { realClock } from "./core/async/clock.ts";
import { Observable } from "./core/async/observable.ts";
import type { Mask, Privacy } from "./core/privacy/mask.ts";
import { OpenProject } from "./core/project/openProject.ts";
import type { RequestEntry } from "./core/requests/requestEntry.ts";
import { createFormats } from "./core/text/format.ts";
import { registerFeatures } from "./features/register.ts";
import { lazyCollector } from "./vscode/session/lazyCollector.ts";
import { SampleWorker } from "./vscode/session/sampleWorker.ts";
import { type OpenService, SessionClient } from "./vscode/session/sessionClient.ts";
import { followSession } from "./vscode/session/sessionProject.ts";
import { openWindowSession } from "./vscode/session/sessionStore.ts";
import { maskedLog, RequestLog } from "./vscode/session/troubleshooting.ts";
import { Preferences } from "./vscode/storage/preferences.ts";
import { configuredPageSize, networkSettings as network, threadMessages } from "./vscode/storage/settings.ts";
import { SharedFiles } from "./vscode/storage/sharedFiles.ts";
import { logFailure, reportFailure } from "./vscode/ui/commands.ts";
import { useTranslations } from "./vscode/ui/translations.ts";

export function activate(context: ExtensionContext): void {
  useTranslations(context.extensionPath);
  const privacy: Privacy = new Observable<Mask | null>(null);
  const log = maskedLog(window.createOutputChannel("Weave Threads", { log: true }), privacy);
  const onFailure = (error: unknown) => reportFailure(error, log);
  const logged = (error: unknown) => logFailure(error, log);
  const requests = new RequestLog(log, privacy);
  const service = () => import("./service/client.ts");
  const opening =
    (onRequest: (entry: RequestEntry) => void): OpenService =>
    async (access) => {
      const { HttpThreadService, RequestBudget } = await service();
      const budget = requests.budget((options) => new RequestBudget(options));
      return new HttpThreadService({ ...access, network, fetch, onRequest, budget });
    };
  const openService = opening((entry) => requests.add(entry));
  const readCountFile = async (body: unknown) => (await service()).readCountFile(body);
  const shared = new SharedFiles(context, logged);
  // With the client, which the first request needs anyway: the code on demand is much larger.
  const preferences = new Preferences(context, shared, async () => (await service()).countSchemas, privacy);
  const collector = lazyCollector(context, preferences, log);
  const { sessions, key } = openWindowSession(context, preferences, privacy, onFailure, logged, collector);
  const openSession = opening((entry) => {
    requests.add(entry);
    project.standing.add(entry);
  });
  const sample = new SampleWorker(context.asAbsolutePath("dist/localService.mjs"));
  const client = new SessionClient(openSession, sample, collector);
  const project = new OpenProject({
    now: Date.now,
    clock: realClock,
    pageSize: configuredPageSize,
    threadMessages,
    onBug: logged,
    ...{ seen: preferences, savedCounts: preferences.counts },
  });

  context.subscriptions.push(
    log,
    shared,
    shared.changes.subscribe(() => project.saved.reread()),
    ...followSession({ sessions, key, client, project, preferences, privacy, log }),
    ...registerFeatures({
      ...project,
      ...{ project, sessions, key, client, collector, preferences, privacy, requests },
      ...{ network, openService, readCountFile, posts: service, formats: createFormats(env.language), context, log },
    }),
  );
}
