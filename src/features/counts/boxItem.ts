import type { QuickPickItem } from "vscode";
import type { CallConditions } from "../../core/counts/callCondition.ts";
import type { ConditionField } from "../../core/counts/conditionField.ts";
import type { SavedCount } from "../../core/counts/savedCount.ts";
import type { Remedy } from "../../core/failures/remedy.ts";

/** What choosing a row of the box does. */
export type BoxAction =
  | { readonly kind: "count"; readonly conditions: CallConditions; readonly saved?: SavedCount }
  /** Asks for the value of one condition, then counts. */
  | { readonly kind: "ask"; readonly field: ConditionField }
  | { readonly kind: "addCondition" }
  /** Asks again for the condition at this place. */
  | { readonly kind: "edit"; readonly index: number }
  | { readonly kind: "limit" }
  | { readonly kind: "storage" }
  | { readonly kind: "copy" }
  /** Of a link that opens the count in the editor. */
  | { readonly kind: "copyLink" }
  | { readonly kind: "save" }
  | { readonly kind: "saveChanges" }
  | { readonly kind: "openFile" }
  | { readonly kind: "copyQuery" }
  | { readonly kind: "recount" }
  /** Leads away from the box. */
  | { readonly kind: "remedy"; readonly remedy: Remedy }
  /** Counts again by another way. */
  | { readonly kind: "sendBy"; readonly remedy: "useEditorNetwork" | "useOwnNetwork" }
  | { readonly kind: "nothing" };

/** A row of the box. */
export interface BoxItem extends QuickPickItem {
  readonly action: BoxAction;
}
