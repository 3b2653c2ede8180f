/** An error message and its actions: the title, and the command that a page asks the extension to run. */
export interface Notice {
  readonly text: string;
  readonly actions: readonly { readonly title: string; readonly action: "retry" | string }[];
}
