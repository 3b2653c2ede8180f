import * as l10n from "@vscode/l10n";
import type { NetworkSettings } from "../network.ts";
import type { Fault } from "./fault.ts";
import { faultText } from "./faultText.ts";
import type { Notice } from "./notice.ts";
import { type Asked, type Remedy, remediesFor } from "./remedy.ts";
import { remedyTitle } from "./remedyTitle.ts";

/** The error message and its actions for a page; `fault` is null for an unexpected error, which is in the log. */
export function faultNotice(fault: Fault | null, asked: Asked, client: NetworkSettings["client"]): Notice {
  return fault === null
    ? noticeOf(bugText(), ["retry", "showLog"])
    : noticeOf(faultText(fault), remediesFor(fault, asked, client));
}

/** An error message for a page, with actions that every page supports. */
export function noticeOf(text: string, remedies: readonly Remedy[]): Notice {
  return { text, remedies: remedies.map((remedy) => ({ title: remedyTitle(remedy), remedy })) };
}

/** The message of an unexpected error. */
export function bugText(): string {
  return l10n.t("Something went wrong. See the log for details.");
}
