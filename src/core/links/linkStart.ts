/** How every ref begins. */
export const refStart = "weave:///";

/** How much is looked through: more would hold the editor up, and be more than a person looks at. */
export const mostLooked = { lines: 50_000, characters: 4 * 1024 * 1024, links: 5000 };

/**
 * Whether there may be links in a text: where not, it need not be looked through. `base` is the web app's address, null
 * for none.
 */
export function mayHoldLinks(text: string, base: string | null): boolean {
  return text.includes(refStart) || (base !== null && text.includes(base));
}
