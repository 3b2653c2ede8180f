import type { Disposable } from "vscode";
import { registerSessionCommands } from "../../vscode/ui/commands.ts";
import type { Parts } from "../app.ts";

export type SnippetsParts = Parts<
  "threads" | "saved" | "sessions" | "client" | "privacy" | "posts" | "formats" | "context" | "log" | "ending"
>;

/** Queries and calls of models as code that runs elsewhere, with the key from the environment. */
export function registerSnippets(parts: SnippetsParts): readonly Disposable[] {
  return registerSessionCommands(parts, {
    "weaveThreads.copyThreadsQuery": async () => (await import("./copySnippet.ts")).copyThreadsQuery(parts),
    "weaveThreads.copyCountQuery": async (...given: unknown[]) =>
      (await import("./countSnippet.ts")).copyCountQuery(given, parts),
    "weaveThreads.copyAsRequest": async (given: unknown) => (await import("./copyCall.ts")).copyAsRequest(given, parts),
    "weaveThreads.copyAsTestCase": async (given: unknown) =>
      (await import("./copyCall.ts")).copyAsTestCase(given, parts),
  });
}
