/** A row of a quick pick: the data of a `QuickPickItem`. */
export interface PickRow {
  readonly label: string;
  readonly description?: string;
  readonly detail?: string;
  /** Shown for any filter text. */
  readonly alwaysShow?: boolean;
}
