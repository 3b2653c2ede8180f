import * as l10n from "@vscode/l10n";
import type { CallConditions } from "../../core/counts/callCondition.ts";
import type { CallCount } from "../../core/counts/callQuery.ts";
import { type RefusedConditions, refusedConditions } from "../../core/counts/refusedCondition.ts";
import type { Fault } from "../../core/failures/fault.ts";
import { faultText } from "../../core/failures/faultText.ts";
import { type Remedy, remediesFor } from "../../core/failures/remedy.ts";
import { remedyTitle } from "../../core/failures/remedyTitle.ts";
import type { Load } from "../../core/load.ts";
import { labelText } from "../../core/text/labelText.ts";
import { networkSettings } from "../../host/settings.ts";
import type { BoxItem } from "./boxItem.ts";

/** Where the service found something wrong; null where it did not. */
export function refusedIn(load: Load<CallCount>, conditions: CallConditions): RefusedConditions | null {
  if (load.kind !== "failed" || load.fault.kind !== "invalidRequest" || load.fault.issues.length === 0) return null;
  return refusedConditions(conditions, load.fault.issues);
}

/** What went wrong, and what helps. `about` tells in a line what was asked. */
export function failedItems(fault: Fault, conditions: CallConditions, about: string): readonly BoxItem[] {
  const label = `$(error) ${labelText(failedText(fault, conditions))}`;
  const recount = { kind: "recount" } as const;
  const others = remediesFor(fault, "count", networkSettings().client).flatMap((remedy) => remedyItem(remedy, fault));
  return [
    { label, detail: about, alwaysShow: true, action: recount },
    { label: `$(refresh) ${remedyTitle("retry")}`, alwaysShow: true, action: recount },
    ...others,
  ];
}

/** What is told at the conditions is not told twice. */
function failedText(fault: Fault, conditions: CallConditions): string {
  const refused = refusedIn({ kind: "failed", fault }, conditions);
  if (refused === null || fault.kind !== "invalidRequest") return faultText(fault);
  if (refused.others.length > 0) return faultText({ ...fault, issues: refused.others });
  return l10n.t("The service refused what is marked below.");
}

function remedyItem(remedy: Remedy, fault: Fault): BoxItem[] {
  switch (remedy) {
    case "retry":
      return [];
    case "changeCount":
      // The conditions stand below, and time is the one that is most often missing among them.
      return fault.kind === "tooExpensive"
        ? [item("calendar", remedyTitle("narrowTimeRange"), { kind: "ask", field: "started" })]
        : [];
    case "useEditorNetwork":
    case "useOwnNetwork":
      return [item("globe", remedyTitle(remedy), { kind: "sendBy", remedy })];
    default:
      return [item("arrow-right", remedyTitle(remedy), { kind: "remedy", remedy })];
  }
}

function item(icon: string, title: string, action: BoxItem["action"]): BoxItem {
  return { label: `$(${icon}) ${title}`, alwaysShow: true, action };
}
