import * as l10n from "@vscode/l10n";
import type { Fault } from "../failures/fault.ts";
import { faultText } from "../failures/faultText.ts";
import { type TreeRow, warningIcon } from "../rows.ts";
import type { Formats } from "../text/format.ts";
import { threadsText } from "../text/plural.ts";
import type { ShortPage } from "./threadPages.ts";

/** The row that ends the list always has the same ID, so it keeps the focus when one replaces another. */
const id = "end";

/** Shown while rows are loading. */
export function loadingRow(): TreeRow {
  return waitingRow(l10n.t("Loading…"));
}

/** Shown while loaded threads are checked for errors. */
export function lookingRow(): TreeRow {
  return waitingRow(l10n.t("Checking for errors…"));
}

/** Offers the next page. A page shorter than requested says so: the service drops rows, and more may follow. */
export function moreRow(shortPage: ShortPage | null, formats: Formats): TreeRow {
  const label = l10n.t("Load more");
  const row = { ...actionRow(label), icon: { id: "ellipsis" } };
  if (shortPage === null) return row;
  const [rows, size] = [formats.exact(shortPage.rows), formats.exact(shortPage.size)];
  const description = threadsText(shortPage.rows, formats);
  const tooltip = l10n.t("The service returned {0} of {1} requested threads. There may be more.", rows, size);
  return { ...row, description, tooltip, spoken: `${label}, ${description}` };
}

/** Shown where loading failed midway. */
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
