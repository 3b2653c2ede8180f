/** How a row of a tree looks, in the editor's terms: what a `TreeItem` is made of. */
export interface TreeRow {
  readonly id: string;
  readonly label: string;
  readonly description?: string;
  readonly icon?: RowIcon;
  /** What a screen reader says instead. */
  readonly spoken: string;
  /** A click does something rather than opening what the row is about. */
  readonly isButton?: boolean;
  readonly tooltip?: string;
  /** What the menus of the manifest know the row by. */
  readonly contextValue?: string;
  readonly command?: RowCommand;
  /** Whether a row that holds others is open where the editor does not know better; absent for one that holds none. */
  readonly isOpen?: boolean;
}

/** A codicon, and the color of the theme that it is drawn in. */
export interface RowIcon {
  readonly id: string;
  readonly color?: string;
}

export interface RowCommand {
  readonly command: `weaveThreads.${string}`;
  readonly title: string;
  readonly arguments?: unknown[];
}

/** The sign of something that went wrong but can be tried again. */
export const warningIcon: RowIcon = { id: "warning", color: "list.warningForeground" };
