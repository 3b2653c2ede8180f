/** How every ref begins. */
export const refStart = "weave:///";

/**
 * Whether there may be links in a text: where not, it need not be looked through. `base` is the web app's address, null
 * for none.
 */
export function mayHoldLinks(text: string, base: string | null): boolean {
  return text.includes(refStart) || (base !== null && text.includes(base));
}
