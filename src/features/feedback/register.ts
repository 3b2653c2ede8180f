import { registerSessionCommands } from "../../vscode/ui/commands.ts";
import type { Feature, Parts } from "../app.ts";

export type FeedbackParts = Parts<
  "sessions" | "target" | "preferences" | "privacy" | "formats" | "ending" | "log",
  "feedback" | "place"
>;

/** Reactions and notes: what the extension writes to the service. Their code is loaded with the first one. */
export function registerFeedback(parts: FeedbackParts): Feature<"undoFeedback"> {
  const writing = () => import("./addFeedback.ts");
  const add =
    (kind: "reaction" | "note") =>
    async (...given: unknown[]) =>
      (await writing()).addFeedback(kind, given, parts);
  const subscriptions = registerSessionCommands(parts, {
    "weaveThreads.addReaction": add("reaction"),
    "weaveThreads.addNote": add("note"),
  });
  return { subscriptions, undoFeedback: async (id) => (await writing()).undoFeedback(id, parts) };
}
