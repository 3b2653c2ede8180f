import * as l10n from "@vscode/l10n";
import type { Fault } from "../core/fault.ts";
import type { Notice } from "../core/notice.ts";
import { type Asked, type Remedy, remediesFor } from "../core/remedy.ts";
import { takeRemedy } from "./faultNotice.ts";
import { faultText } from "./faultText.ts";
import { remedyCommand } from "./remedyCommand.ts";
import { remedyTitle } from "./remedyTitle.ts";
import { networkSettings } from "./settings.ts";

/** What went wrong and what helps, for a page; null for a bug, which the log tells. */
export function faultNotice(fault: Fault | null, asked: Asked): Notice {
  if (fault === null) return noticeOf(l10n.t("Something went wrong. The log has the details."), ["retry", "showLog"]);
  return noticeOf(faultText(fault), remediesFor(fault, asked, networkSettings().client));
}

/** A sentence for a page, with the remedies that every page knows. */
export function noticeOf(text: string, remedies: readonly Remedy[]): Notice {
  return { text, remedies: remedies.map((remedy) => ({ title: remedyTitle(remedy), remedy })) };
}

/** Takes a remedy by the name that the page was told; nothing for a name that is none. */
export async function helpBy(remedy: string, retry: () => Promise<unknown>): Promise<void> {
  if (isRemedy(remedy)) await takeRemedy(remedy, { retry });
}

function isRemedy(text: string): text is Remedy {
  return Object.hasOwn(remedyCommand, text);
}
