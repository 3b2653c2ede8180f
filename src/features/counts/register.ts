import { type Disposable, env, type LogOutputChannel, l10n, window } from "vscode";
import { registerCommands, showFault } from "../../host/commands.ts";
import { CountStatus, type CountStatusParts } from "./countStatus.ts";

export interface CountsParts extends CountStatusParts {
  readonly log: LogOutputChannel;
}

/** The project's call count: in the status bar, and on demand. */
export function registerCounts(parts: CountsParts): Disposable[] {
  const { sessions, count, formats, log } = parts;
  const commands = registerCommands(
    {
      "weaveThreads.countCalls": async () => {
        const project = sessions.session?.project ?? "";
        const counted = await count.refresh();
        if (counted?.kind === "failed" || counted?.kind === "stale") return showFault(counted.fault);
        if (counted?.kind !== "shown") return;
        const { value } = counted;
        const copy = l10n.t("Copy Count");
        const calls = value.count === 1 ? l10n.t("1 call") : l10n.t("{0} calls", formats.exact(value.count));
        const chosen = await window.showInformationMessage(l10n.t("{0} in {1}.", calls, project), copy);
        if (chosen === copy) await env.clipboard.writeText(String(value.count));
      },
    },
    log,
  );
  return [new CountStatus(parts), ...commands];
}
