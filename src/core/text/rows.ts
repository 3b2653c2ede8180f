/** The appearance of a tree row: the data of a `TreeItem`. */
export interface TreeRow {
  readonly id: string;
  readonly label: string;
  readonly description?: string;
  readonly icon?: RowIcon;
  /** Decorated as new. */
  readonly isNew?: boolean;
  /** The label for screen readers. */
  readonly spoken: string;
  /** A click runs an action instead of opening the item. */
  readonly isButton?: boolean;
  readonly tooltip?: string;
  /** The `viewItem` value for the menus of the manifest. */
  readonly contextValue?: string;
  readonly command?: RowCommand;
  /** The initial state of a row with children; absent without children. */
  readonly isOpen?: boolean;
}

/** A codicon and its theme color. */
export interface RowIcon {
  readonly id: string;
  readonly color?: string;
}

export interface RowCommand {
  readonly command: `weaveThreads.${string}`;
  readonly title: string;
  readonly arguments?: unknown[];
}

/** The icon of a failure that can be retried. */
export const warningIcon: RowIcon = { id: "warning", color: "list.warningForeground" };

/** A row of a quick pick: the data of a `QuickPickItem`. */
export interface PickRow {
  readonly label: string;
  readonly description?: string;
  readonly detail?: string;
  /** Shown for any filter text. */
  readonly alwaysShow?: boolean;
}
