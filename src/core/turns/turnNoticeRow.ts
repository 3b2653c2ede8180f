import * as l10n from "@vscode/l10n";
import { actionTitle } from "../failures/action.ts";
import { faultText } from "../failures/faultText.ts";
import { type TreeRow, warningIcon } from "../rows.ts";
import type { Formats } from "../text/format.ts";
import type { TurnNotice } from "./turnRow.ts";
import { openCommand } from "./turnTreeRow.ts";

/** A row beside the turns of a thread. */
export function turnNoticeRow(row: TurnNotice, formats: Formats): TreeRow {
  const id = `${row.kind}/${row.pinned ? "found" : "thread"}/${row.thread.id}`;
  switch (row.kind) {
    case "turnsLoading": {
      const label = l10n.t("Loading turns…");
      return { id, label, spoken: label, icon: { id: "loading~spin" }, contextValue: "notice" };
    }
    case "earlierTurns": {
      const label = l10n.t("Earlier turns");
      const description = l10n.t("open the conversation");
      return {
        id,
        label,
        description,
        icon: { id: "ellipsis" },
        spoken: `${label}, ${description}`,
        isButton: true,
        tooltip: l10n.t(
          "Only the latest {0} turns are listed. Open the conversation to see all turns.",
          formats.exact(row.listed),
        ),
        contextValue: "notice",
        command: openCommand({ threadId: row.thread.id }),
      };
    }
    case "turnsFailed": {
      const text = faultText(row.fault);
      const label = failedTitle(row.listed);
      return {
        id,
        label,
        description: text,
        icon: warningIcon,
        spoken: `${label}: ${text}`,
        isButton: true,
        tooltip: text,
        contextValue: "notice.failed",
        command: { command: "weaveThreads.retryDetails", title: actionTitle("retry"), arguments: [row] },
      };
    }
  }
}

function failedTitle(listed: "none" | "parts" | "older"): string {
  switch (listed) {
    case "none":
      return l10n.t("Turns not loaded. Retry");
    case "parts":
      return l10n.t("Incomplete. Retry");
    case "older":
      return l10n.t("Not refreshed. Retry");
  }
}
