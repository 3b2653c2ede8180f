import * as l10n from "@vscode/l10n";
import type { ConversationListing } from "../conversations/conversationPages.ts";
import type { ShownCount } from "../counts/watchedCounts.ts";
import { errorsText } from "../project/threadViewText.ts";
import type { ProjectId } from "../query/projectId.ts";
import type { Formats } from "../text/format.ts";
import { plural } from "../text/plural.ts";
import type { PickRow } from "../text/rows.ts";
import { listed, sentences } from "../text/sentences.ts";
import { plainText } from "../text/visibleText.ts";

export function writtenText(
  written: readonly ShownCount[],
  unreadable: number,
  name: string,
  formats: Formats,
): string {
  const uncounted = written.filter(({ load }) => load.kind === "failed").length;
  const earlier = written.filter(({ load }) => load.kind === "stale").length;
  return sentences(
    l10n.t("Exported {0} to {1}.", countsText(written.length, formats), name),
    uncounted === 0 ? "" : l10n.t("Not counted because of errors: {0}.", formats.exact(uncounted)),
    earlier === 0 ? "" : l10n.t("Outdated because the refresh failed: {0}.", formats.exact(earlier)),
    unreadable === 0
      ? ""
      : l10n.t("Skipped (saved by another version of this extension): {0}.", formats.exact(unreadable)),
  );
}

export function countsText(count: number, formats: Formats): string {
  return plural(count, l10n.t("1 count"), l10n.t("{0} counts", formats.exact(count)));
}

/** Describes the threads of an export; `filter` is empty for all threads. */
export function whichText(filter: string): string {
  return filter || l10n.t("no filter");
}

/** Describes those of them that have errors. */
export function onlyErrorsText(which: string): string {
  return l10n.t("{0}, errors only", which);
}

/** The row for the listed threads, which have errors. */
export function errorsRow(listing: ConversationListing, formats: Formats): PickRow {
  return { label: l10n.t("Threads with Errors"), detail: errorsText(listing, formats) };
}

/** The row for all threads; `which` describes them. */
export function matchingRow(which: string): PickRow {
  return {
    label: l10n.t("All Threads Matching the Filter"),
    detail: l10n.t("{0}; including threads that are not loaded", which),
  };
}

/** `rows` says how many threads or calls, `which` describes them, `bytes` is the size of the file. */
export function exportedText(
  written: { readonly rows: string; readonly name: string; readonly which: string; readonly bytes: number },
  formats: Formats,
): string {
  const about = listed([written.which, formats.size(written.bytes)]);
  return l10n.t("Exported {0} to {1} ({2}).", written.rows, written.name, about);
}

/** Precedes the reason why an export failed after `rows`, such as `12 threads`; empty if there were none. */
export function brokenOffText(rows: string, name: string): string {
  if (rows === "") return l10n.t("{0} was not written.", name);
  return l10n.t("{0} was not written: the export failed after {1}.", name, rows);
}

/** That a file of a conversation lacks something; empty if it is complete. */
export function incompleteText(count: number, formats: Formats): string {
  return count === 0
    ? ""
    : l10n.t("Incomplete: the end of the file lists what is missing ({0}).", formats.exact(count));
}

export function noThreadText(which: string, name: string): string {
  return l10n.t("No threads to export ({0}). {1} was not written.", which, name);
}

/** `which` describes the calls. */
export function noCallText(which: string, name: string): string {
  return l10n.t("No calls to export ({0}). {1} was not written.", which, name);
}

/** The rows for calls without and with their documents. */
export function exportedCallsText(isPrivate: boolean): { readonly plain: PickRow; readonly withDocuments: PickRow } {
  return {
    plain: {
      label: l10n.t("Calls"),
      detail: l10n.t("One row per call with op, IDs, times, status, exception and tokens"),
    },
    withDocuments: {
      label: l10n.t("Calls with Inputs and Outputs"),
      detail: isPrivate
        ? l10n.t("Inputs and outputs are empty in privacy mode.")
        : l10n.t("Also includes the inputs and output of each call. Files can be large."),
    },
  };
}

/** The IDs of `count` calls were copied: of all calls, or of the latest if there are `more`. */
export function copiedIdsText(count: number, more: boolean, formats: Formats): string {
  if (more) return l10n.t("IDs of the latest {0} calls copied. There are more calls.", formats.exact(count));
  return plural(count, l10n.t("1 ID copied"), l10n.t("{0} IDs copied", formats.exact(count)));
}

/** `which` describes the calls. */
export function noIdsText(which: string): string {
  return l10n.t("No IDs to copy ({0}).", which);
}

/** `project` is null if none is selected. */
export function noCountText(project: string | null): string {
  return project === null
    ? l10n.t("No saved counts in this project.")
    : l10n.t("No saved counts in {0}.", plainText(project));
}

export function canceledText(name: string): string {
  return l10n.t("Export canceled: {0} was not written", name);
}

/** An export ended because the project or account changed. */
export function exportLeftText(name: string): string {
  return l10n.t("{0} was not written: the project or account changed during the export.", name);
}

/** The project to export is not open. */
export function notOpenText(name: string, project: ProjectId): string {
  const closed = plainText(project);
  return l10n.t("{0} was not written: {1} is not open in this window. Open the project and retry.", name, closed);
}

/** The confirmation that a file is saved where a link leads. Both paths are untrusted. */
export function exportLeavingText(link: string, realFolder: string): string {
  const [from, to] = [plainText(link), plainText(realFolder)];
  return l10n.t("“{0}” in this workspace is a link. The file will be saved in {1}.", from, to);
}

/** The name of a file for a message; it is empty for the root of a file system. */
export function fileNameText(name: string): string {
  return name === "" ? l10n.t("the file") : plainText(name);
}
