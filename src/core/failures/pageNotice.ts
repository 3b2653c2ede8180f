import * as l10n from "@vscode/l10n";
import type { NetworkSettings } from "../network.ts";
import { type Asked, actionsFor, type FailureAction } from "./action.ts";
import { actionTitle } from "./actionTitle.ts";
import type { Fault } from "./fault.ts";
import { faultText } from "./faultText.ts";
import type { Notice } from "./notice.ts";

/** The error message and its actions for a page; `fault` is null for an unexpected error, which is in the log. */
export function faultNotice(fault: Fault | null, asked: Asked, client: NetworkSettings["client"]): Notice {
  return fault === null
    ? noticeOf(bugText(), ["retry", "showLog"])
    : noticeOf(faultText(fault), actionsFor(fault, asked, client));
}

/** An error message for a page, with actions that every page supports. */
export function noticeOf(text: string, actions: readonly FailureAction[]): Notice {
  return { text, actions: actions.map((action) => ({ title: actionTitle(action), action })) };
}

/** The message of an unexpected error. */
export function bugText(): string {
  return l10n.t("Something went wrong. See the log for details.");
}
