import { type Disposable, lm } from "vscode";
import { Lazy } from "../../core/async/lazy.ts";
import { ToolPermissions } from "../../vscode/storage/toolPermissions.ts";
import { registerSessionCommands, unattended } from "../../vscode/ui/commands.ts";
import type { Parts } from "../app.ts";

export type ChatToolsParts = Parts<
  "app" | "sessions" | "preferences" | "privacy" | "target" | "formats" | "context" | "log" | "ending"
>;

const tools = ["list_threads", "read_conversation", "count_calls", "find_calls", "list_errors"] as const;

/** Language model tools, and the commands that hand a record to the chat. Their code is loaded with the first use. */
export function registerChatTools({ context, ...given }: ChatToolsParts): Disposable[] {
  const permissions = new ToolPermissions(context.workspaceState);
  const parts = { ...given, permissions };
  const { sessions, privacy, log } = parts;
  const loaded = new Lazy(async () => new (await import("./chatTools.ts")).ChatTools(parts));
  const chat = () => import("./askChat.ts");
  return [
    privacy.subscribe(() => permissions.dropQuestions()),
    sessions.onChange((session) => unattended(permissions.follow(sessions.real ?? session, sessions.keyMark), log)),
    ...tools.map((tool) => {
      const name = `weave_${tool}` as const;
      return lm.registerTool<unknown>(name, {
        prepareInvocation: async ({ input }, token) => (await loaded.get()).prepare(name, input, token),
        invoke: async ({ input }, token) => (await loaded.get()).invoke(name, input, token),
      });
    }),
    ...registerSessionCommands(parts, {
      "weaveThreads.resetToolPermissions": async () => (await chat()).resetPermissions(permissions),
      "weaveThreads.askConversation": async (given: unknown) => (await chat()).askAbout(given, parts),
      "weaveThreads.debugFailure": async (given: unknown) => (await chat()).debugFailure(given, parts),
    }),
  ];
}
