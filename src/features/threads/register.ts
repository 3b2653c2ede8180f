import { type Disposable, env, l10n, window } from "vscode";
import type { ProjectCount } from "../../core/projectCount.ts";
import { registerCommands } from "../../host/commands.ts";
import type { Remembered } from "../../host/remembered.ts";
import { pickSort } from "./sortMenu.ts";
import { ThreadView, type ThreadViewParts } from "./threadView.ts";

export interface ThreadsParts extends ThreadViewParts {
  readonly count: ProjectCount;
  readonly remembered: Remembered;
}

/** The threads view, and what can be done in it. */
export function registerThreads(parts: ThreadsParts): Disposable[] {
  const { sessions, threads, count, remembered, log } = parts;
  const view = new ThreadView(parts);
  const commands = registerCommands(
    {
      "weaveThreads.refresh": () => Promise.all([view.refresh(), count.refresh()]),
      "weaveThreads.loadMore": () => view.loadMore(),
      "weaveThreads.sort": async () => {
        const project = sessions.session?.project;
        const chosen = await pickSort(threads.sort);
        if (chosen === undefined || project == null || project !== sessions.session?.project) return;
        await remembered.setSort(project, chosen);
        threads.sortBy(chosen);
      },
      "weaveThreads.copyThreadId": async (row: unknown) => {
        const id = threadIdOf(row) ?? view.selectedThreadId;
        if (id === undefined) {
          window.showInformationMessage(l10n.t("Select a thread in the Threads view first."));
          return;
        }
        await env.clipboard.writeText(id);
        window.setStatusBarMessage(l10n.t("Thread id copied"), 3000);
      },
    },
    log,
  );
  return [view, ...commands];
}

/** Reads the row that a menu hands over. */
function threadIdOf(row: unknown): string | undefined {
  if (typeof row !== "object" || row === null || !("thread" in row)) return undefined;
  const { thread } = row;
  if (typeof thread !== "object" || thread === null || !("id" in thread)) return undefined;
  return typeof thread.id === "string" ? thread.id : undefined;
}
