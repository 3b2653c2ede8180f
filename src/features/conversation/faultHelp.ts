import * as l10n from "@vscode/l10n";
import type { Fault } from "../../core/fault.ts";
import type { Notice } from "../../core/notice.ts";
import { faultNotice as anyFaultNotice } from "../../host/pageNotice.ts";

/** What went wrong and what helps, for the page. `fault` is null for a bug, which the log tells. */
export function faultNotice(fault: Fault | null): Notice {
  if (fault?.kind !== "routeMissing") return anyFaultNotice(fault, "conversation");
  const refresh = { title: l10n.t("Refresh"), remedy: "retry" };
  return { text: l10n.t("This server cannot show conversations."), remedies: [refresh] };
}
