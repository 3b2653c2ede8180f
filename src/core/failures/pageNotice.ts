import * as l10n from "@vscode/l10n";
import type { NetworkSettings } from "../network.ts";
import type { Fault } from "./fault.ts";
import { faultText } from "./faultText.ts";
import type { Notice } from "./notice.ts";
import { type Asked, type Remedy, remediesFor } from "./remedy.ts";
import { remedyTitle } from "./remedyTitle.ts";

/** What went wrong and what helps, for a page; `fault` is null for a bug, which the log tells. */
export function faultNotice(fault: Fault | null, asked: Asked, client: NetworkSettings["client"]): Notice {
  return fault === null
    ? noticeOf(bugText(), ["retry", "showLog"])
    : noticeOf(faultText(fault), remediesFor(fault, asked, client));
}

/** A sentence for a page, with the remedies that every page knows. */
export function noticeOf(text: string, remedies: readonly Remedy[]): Notice {
  return { text, remedies: remedies.map((remedy) => ({ title: remedyTitle(remedy), remedy })) };
}

/** What is said of a failure that nobody can act on. */
export function bugText(): string {
  return l10n.t("Something went wrong. See the log for details.");
}
