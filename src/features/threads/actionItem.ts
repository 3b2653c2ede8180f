import * as l10n from "@vscode/l10n";
import { ThemeColor, ThemeIcon, TreeItem } from "vscode";
import type { Fault } from "../../core/fault.ts";
import type { Formats } from "../../core/format.ts";
import type { ShortPage } from "../../core/threads/threadPages.ts";
import { faultText } from "../../host/faultText.ts";

/** Whatever ends the list is one row to VS Code, so that it keeps the focus while one takes the place of another. */
const id = "end";

/** The sign that rows are on their way. */
export function loadingItem(title = l10n.t("Loading…")): TreeItem {
  const item = new TreeItem(title);
  item.id = id;
  item.accessibilityInformation = { label: title };
  item.iconPath = new ThemeIcon("loading~spin");
  return item;
}

/** The offer of the next page. A short page says so: the service leaves rows out, and more may follow. */
export function moreItem(shortPage: ShortPage | null, formats: Formats): TreeItem {
  const title = l10n.t("Load more");
  const item = actionItem(title, "ellipsis");
  if (shortPage === null) return item;
  const [rows, size] = [formats.exact(shortPage.rows), formats.exact(shortPage.size)];
  item.description = l10n.t("{0} of {1} came", rows, size);
  item.tooltip = l10n.t("The service sent {0} of the {1} threads asked for. There may be more.", rows, size);
  item.accessibilityInformation = { label: `${title}, ${item.description}`, role: "button" };
  return item;
}

/** The place where the list broke off. */
export function incompleteItem(fault: Fault): TreeItem {
  const item = actionItem(l10n.t("Incomplete. Retry"), "warning");
  item.iconPath = new ThemeIcon("warning", new ThemeColor("list.warningForeground"));
  item.description = faultText(fault);
  item.tooltip = faultText(fault);
  item.accessibilityInformation = { label: l10n.t("Incomplete: {0} Retry", faultText(fault)), role: "button" };
  return item;
}

function actionItem(title: string, icon: string): TreeItem {
  const item = new TreeItem(title);
  item.id = id;
  item.iconPath = new ThemeIcon(icon);
  item.command = { command: "weaveThreads.loadMore", title };
  item.accessibilityInformation = { label: title, role: "button" };
  return item;
}
