import { registerSessionCommands } from "../../vscode/ui/commands.ts";
import type { Feature, FeatureParts } from "../app.ts";

/** Queries as code that runs elsewhere, with the key from the environment. */
export function registerSnippets(parts: FeatureParts): Feature<"copyCountQuery"> {
  const count = () => import("./countSnippet.ts");
  const subscriptions = registerSessionCommands(parts, {
    "weaveThreads.copyThreadsQuery": async () => (await import("./copySnippet.ts")).copyThreadsQuery(parts),
    "weaveThreads.copyCountQuery": async (...given: unknown[]) => (await count()).copyCountQuery(given, parts),
  });
  return { copyCountQuery: async (conditions) => (await count()).copyConditions(conditions, parts), subscriptions };
}
