import { sameWebApp } from "../settings/serviceUrl.ts";

/** The prefix of every ref. */
export const refStart = "weave:///";

/** How much text is searched for links: more would block the editor. */
export const mostSearched = { lines: 50_000, characters: 4 * 1024 * 1024, links: 5000 };

/** Whether a text may contain links; otherwise it need not be searched. `base` is the URL of the web app, or null. */
export function mayHoldLinks(text: string, base: string | null): boolean {
  return text.includes(refStart) || mayHoldWebLinks(text, base);
}

export function mayHoldWebLinks(text: string, base: string | null): base is string {
  return base !== null && sameWebApp(base).some((app) => text.includes(app));
}
