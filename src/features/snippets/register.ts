import type { LogOutputChannel, Memento } from "vscode";
import type { SavedCounts } from "../../core/counts/savedCounts.ts";
import type { ServicePosts } from "../../core/snippets/servicePosts.ts";
import type { Formats } from "../../core/text/format.ts";
import type { ThreadList } from "../../core/threads/threadList.ts";
import type { FailedThreads } from "../../core/turns/failedThreads.ts";
import type { SessionClient } from "../../vscode/session/sessionClient.ts";
import type { SessionStore } from "../../vscode/session/sessionStore.ts";
import { registerCommands } from "../../vscode/ui/commands.ts";
import type { Feature } from "../app.ts";

export interface SnippetsParts {
  readonly sessions: SessionStore;
  readonly threads: ThreadList;
  readonly failed: FailedThreads;
  readonly saved: SavedCounts;
  /** Builds the requests of the client; loads its code when called. */
  readonly posts: () => Promise<ServicePosts>;
  readonly client: Pick<SessionClient, "portableCount">;
  readonly context: { readonly globalState: Memento };
  readonly formats: Formats;
  readonly log: LogOutputChannel;
}

/** Queries as code that runs elsewhere, with the key from the environment. */
export function registerSnippets(parts: SnippetsParts): Feature<"copyCountQuery"> {
  const count = () => import("./countSnippet.ts");
  const subscriptions = registerCommands(
    {
      "weaveThreads.copyThreadsQuery": async () => (await import("./copySnippet.ts")).copyThreadsQuery(parts),
      "weaveThreads.copyCountQuery": async (...given: unknown[]) => (await count()).copyCountQuery(given, parts),
    },
    parts.log,
  );
  return { copyCountQuery: async (conditions) => (await count()).copyConditions(conditions, parts), subscriptions };
}
