/** A row of a list to choose from, in the editor's terms: what a `QuickPickItem` is made of. */
export interface PickRow {
  readonly label: string;
  readonly description?: string;
  readonly detail?: string;
  /** Whatever is typed to narrow the rows. */
  readonly alwaysShow?: boolean;
}
