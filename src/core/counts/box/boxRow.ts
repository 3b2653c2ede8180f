import type { Remedy } from "../../failures/remedy.ts";
import type { CallConditions } from "../callCondition.ts";
import type { ConditionField } from "../conditionField.ts";
import type { SavedCount } from "../savedCount.ts";

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
export interface BoxRow {
  readonly label: string;
  readonly description?: string;
  readonly detail?: string;
  /** Whatever is typed to narrow the rows. */
  readonly alwaysShow?: boolean;
  /** Stands above the rows that follow and cannot be chosen. */
  readonly isHeading?: boolean;
  /** Has a button that takes away what it is about. */
  readonly canRemove?: boolean;
  readonly action: BoxAction;
}
