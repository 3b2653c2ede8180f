import * as l10n from "@vscode/l10n";
import type { Fault } from "../failures/fault.ts";
import { faultText } from "../failures/faultText.ts";
import type { Formats } from "../text/format.ts";
import { threadsText } from "../text/plural.ts";
import { type TreeRow, warningIcon } from "../treeRow.ts";
import type { ShortPage } from "./threadPages.ts";

/** Whatever ends the list is one row to VS Code, so that it keeps the focus while one takes the place of another. */
const id = "end";

/** The sign that rows are on their way. */
export function loadingRow(): TreeRow {
  return waitingRow(l10n.t("Loading…"));
}

/** The sign that loaded threads are looked through for errors. */
export function lookingRow(): TreeRow {
  return waitingRow(l10n.t("Checking for errors…"));
}

/** The offer of the next page. A short page says so: the service leaves rows out, and more may follow. */
export function moreRow(shortPage: ShortPage | null, formats: Formats): TreeRow {
  const label = l10n.t("Load more");
  const row = { ...actionRow(label), icon: { id: "ellipsis" } };
  if (shortPage === null) return row;
  const [rows, size] = [formats.exact(shortPage.rows), formats.exact(shortPage.size)];
  const description = threadsText(shortPage.rows, formats);
  const tooltip = l10n.t("The service returned {0} of {1} requested threads. There may be more.", rows, size);
  return { ...row, description, tooltip, spoken: `${label}, ${description}` };
}

/** The place where the list broke off. */
export function incompleteRow(fault: Fault): TreeRow {
  const text = faultText(fault);
  return {
    ...actionRow(l10n.t("Incomplete. Retry")),
    description: text,
    icon: warningIcon,
    tooltip: text,
    spoken: l10n.t("Incomplete: {0} Retry", text),
  };
}

function waitingRow(label: string): TreeRow {
  return { id, label, spoken: label, icon: { id: "loading~spin" } };
}

function actionRow(label: string): TreeRow {
  return { id, label, spoken: label, isButton: true, command: { command: "weaveThreads.loadMore", title: label } };
}
