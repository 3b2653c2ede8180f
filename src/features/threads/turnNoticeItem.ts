import * as l10n from "@vscode/l10n";
import { ThemeColor, ThemeIcon, TreeItem } from "vscode";
import type { Formats } from "../../core/format.ts";
import type { TurnNotice } from "../../core/turns/turnRow.ts";
import { faultText } from "../../host/faultText.ts";
import { openCommand } from "./turnItem.ts";

/** A row beside the turns of a thread. */
export function turnNoticeItem(row: TurnNotice, formats: Formats): TreeItem {
  const item = noticeItem(row, formats);
  item.id = `${row.kind}/${row.pinned ? "found" : "thread"}/${row.thread.id}`;
  return item;
}

function noticeItem(row: TurnNotice, formats: Formats): TreeItem {
  switch (row.kind) {
    case "turnsLoading": {
      const item = titled(l10n.t("Loading turns…"), "loading~spin");
      item.contextValue = "notice";
      return item;
    }
    case "earlierTurns": {
      const item = titled(l10n.t("Earlier turns"), "ellipsis");
      item.description = l10n.t("open the conversation");
      item.accessibilityInformation = { label: `${item.label}, ${item.description}`, role: "button" };
      item.contextValue = "notice";
      item.tooltip = l10n.t(
        "The latest {0} turns are listed here. The conversation has all.",
        formats.exact(row.listed),
      );
      item.command = openCommand({ threadId: row.thread.id });
      return item;
    }
    case "turnsFailed": {
      const text = faultText(row.fault);
      const title = failedTitle(row.listed);
      const item = titled(title, "warning");
      item.iconPath = new ThemeIcon("warning", new ThemeColor("list.warningForeground"));
      item.description = text;
      item.tooltip = text;
      item.accessibilityInformation = { label: l10n.t("{0}: {1}", title, text), role: "button" };
      item.contextValue = "notice.failed";
      item.command = { command: "weaveThreads.retryDetails", title: l10n.t("Retry"), arguments: [row] };
      return item;
    }
  }
}

function titled(title: string, icon: string): TreeItem {
  const item = new TreeItem(title);
  item.iconPath = new ThemeIcon(icon);
  item.accessibilityInformation = { label: title };
  return item;
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
