import type { Disposable } from "vscode";
import { registerSessionCommands, showNotReady } from "../../vscode/ui/commands.ts";
import type { App, Feature, Parts } from "../app.ts";
import type { CountBox } from "./countBox.ts";
import { countStatus } from "./countStatus.ts";

export type CountsParts = Parts<
  | "app"
  | "turns"
  | "count"
  | "saved"
  | "standing"
  | "sessions"
  | "collector"
  | "preferences"
  | "privacy"
  | "requests"
  | "target"
  | "formats"
  | "log",
  "place"
>;

/** Call counts: one in the status bar, others on demand. */
export function registerCounts(parts: CountsParts): Feature<"countCalls" | "saveCount"> {
  const { sessions, saved } = parts;
  let box: CountBox | null = null;
  const countCalls: App["countCalls"] = async (conditions, saved) => {
    const { CountBox } = await import("./countBox.ts");
    box?.dispose();
    const target = parts.target();
    if (target === null) return showNotReady(sessions.session);
    box = new CountBox(parts, target, sessions.session);
    if (conditions === undefined) box.showStart();
    else box.showCount(conditions, saved ?? null);
  };
  const saveCount: App["saveCount"] = async (proposed, conditions) => {
    const target = parts.target();
    if (target === null) return showNotReady(sessions.session);
    const [{ askName }, { KeptCount }] = await Promise.all([import("./conditionInputs.ts"), import("./keptCount.ts")]);
    const names = saved.list().map(({ name }) => name);
    const result = await askName(proposed, names, { canGoBack: false });
    if (result.kind !== "accepted" || parts.target() !== target) return;
    await new KeptCount(parts).save(result.value, conditions);
  };
  const subscriptions: readonly Disposable[] = [
    countStatus(parts),
    // Another session has another project, or none.
    sessions.onChange(() => box?.dispose()),
    { dispose: () => box?.dispose() },
    ...registerSessionCommands(parts, { "weaveThreads.countCalls": () => countCalls() }),
  ];
  return { countCalls, saveCount, subscriptions };
}
