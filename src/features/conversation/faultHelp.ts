import { l10n } from "vscode";
import type { Fault } from "../../core/fault.ts";
import type { Notice } from "../../core/notice.ts";
import { type Remedy, remediesFor } from "../../core/remedy.ts";
import { takeRemedy } from "../../host/faultNotice.ts";
import { faultText } from "../../host/faultText.ts";
import { networkSettings } from "../../host/networkSettings.ts";
import { remedyCommand } from "../../host/remedyCommand.ts";
import { remedyTitle } from "../../host/remedyTitle.ts";

/** What went wrong and what helps, for the page. `fault` is null for a bug, which the log tells. */
export function faultNotice(fault: Fault | null): Notice {
  if (fault === null) return noticeOf(l10n.t("Something went wrong. The log has the details."), ["retry", "showLog"]);
  if (fault.kind === "routeMissing") {
    const refresh = { title: l10n.t("Refresh"), remedy: "retry" };
    return { text: l10n.t("This server cannot show conversations."), remedies: [refresh] };
  }
  return noticeOf(faultText(fault), remediesFor(fault, "conversation", networkSettings().client));
}

/** Takes a remedy by the name that the page was told; nothing for a name that is none. */
export async function helpBy(remedy: string, retry: () => Promise<unknown>): Promise<void> {
  if (isRemedy(remedy)) await takeRemedy(remedy, { retry });
}

function noticeOf(text: string, remedies: readonly Remedy[]): Notice {
  return { text, remedies: remedies.map((remedy) => ({ title: remedyTitle(remedy), remedy })) };
}

function isRemedy(text: string): text is Remedy {
  return Object.hasOwn(remedyCommand, text);
}
