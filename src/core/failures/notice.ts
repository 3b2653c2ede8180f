/** A sentence on what went wrong, and the ways on: title, and the command that a page asks the editor to run. */
export interface Notice {
  readonly text: string;
  readonly remedies: readonly { readonly title: string; readonly remedy: "retry" | string }[];
}
