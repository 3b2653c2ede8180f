import * as l10n from "@vscode/l10n";
import type { LoadState } from "../async/loadState.ts";
import { actionTitle } from "../failures/action.ts";
import type { Fault } from "../failures/fault.ts";
import { faultText } from "../failures/faultText.ts";
import { shortFaultText } from "../failures/shortFaultText.ts";
import { type RowCommand, type TreeRow, warningIcon } from "../text/rows.ts";

/** What is listed although a request failed: nothing, a part, or what was listed before. */
export type Listed = "none" | "parts" | "older";

export function listedOf(load: LoadState<unknown>): Listed {
  if (load.kind !== "stale") return "none";
  return load.at === null ? "parts" : "older";
}

/**
 * The row of a failed request, which retries it. `fault` is null if it was canceled or met an unexpected error. `none` is
 * its label if nothing is listed.
 */
export function failedRow(
  id: string,
  { fault, listed }: { readonly fault: Fault | null; readonly listed: Listed },
  none: string,
  retry: Pick<RowCommand, "command" | "arguments">,
): TreeRow {
  const labels = { none, parts: l10n.t("Incomplete. Retry"), older: l10n.t("Not refreshed. Retry") };
  const label = labels[listed];
  const text = fault && faultText(fault);
  return {
    id,
    label,
    ...(fault && text && { description: shortFaultText(fault), tooltip: text }),
    icon: warningIcon,
    spoken: text === null ? label : `${label}: ${text}`,
    isButton: true,
    contextValue: "notice.failed",
    command: { ...retry, title: actionTitle("retry") },
  };
}
