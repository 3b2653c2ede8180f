import type { Disposable } from "vscode";
import { Lazy } from "../../core/async/lazy.ts";
import { registerSessionCommands, unattended } from "../../vscode/ui/commands.ts";
import type { Parts } from "../app.ts";

export type PinsParts = Parts<"threads" | "sessions" | "preferences" | "privacy" | "log", "pinned" | "place">;

/** Conversations that the user keeps on top of the list. Their code is loaded if there are any. */
export function registerPins(parts: PinsParts): readonly Disposable[] {
  const { threads, project, preferences, log } = parts;
  const group = new Lazy(async () => new (await import("./pinnedThreads.ts")).PinnedThreads(parts));
  const check = async () => (await group.get()).check();
  const run =
    (action: "pin" | "unpin") =>
    async (...given: unknown[]) =>
      (await group.get())[action](given);
  return [
    threads.subscribe(() => {
      const { place } = project;
      if (place !== null && threads.watched && (project.pinned.value.length > 0 || preferences.pins(place).length > 0))
        unattended(check(), log);
    }),
    ...registerSessionCommands(parts, {
      "weaveThreads.pin": run("pin"),
      "weaveThreads.editPin": run("pin"),
      "weaveThreads.unpin": run("unpin"),
    }),
  ];
}
