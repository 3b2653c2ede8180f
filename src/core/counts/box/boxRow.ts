import type { FailureAction } from "../../failures/action.ts";
import type { CallConditions } from "../callCondition.ts";
import type { ConditionField } from "../conditionField.ts";
import type { SavedCount } from "../savedCount.ts";

/** The action of a row in the count box. */
export type BoxAction =
  | { readonly kind: "count"; readonly conditions: CallConditions; readonly saved?: SavedCount }
  /** Asks for the value of a condition, then counts. */
  | { readonly kind: "ask"; readonly field: ConditionField }
  | { readonly kind: "addCondition" }
  /** Edits the condition at this index. */
  | { readonly kind: "edit"; readonly index: number }
  | { readonly kind: "limit" }
  | { readonly kind: "storage" }
  | { readonly kind: "copy" }
  /** Copies a link that opens the count in the editor. */
  | { readonly kind: "copyLink" }
  | { readonly kind: "save" }
  | { readonly kind: "saveChanges" }
  | { readonly kind: "openFile" }
  | { readonly kind: "copyQuery" }
  | { readonly kind: "recount" }
  /** Closes the box. */
  | { readonly kind: "action"; readonly action: FailureAction }
  /** Counts again with another HTTP client. */
  | { readonly kind: "sendBy"; readonly action: "useEditorNetwork" | "useOwnNetwork" }
  | { readonly kind: "nothing" };

/** A row of the count box. */
export interface BoxRow {
  readonly label: string;
  readonly description?: string;
  readonly detail?: string;
  /** Shown regardless of the filter text. */
  readonly alwaysShow?: boolean;
  /** A heading, which cannot be selected. */
  readonly isHeading?: boolean;
  /** Has a button that removes its condition or limit. */
  readonly canRemove?: boolean;
  readonly action: BoxAction;
}
