import type { Locator } from "playwright-core";

/** What a person reads there, line breaks included. */
export async function shownText(place: Locator): Promise<string> {
  // biome-ignore lint/performance/useDomNodeTextContent: paragraphs and hidden parts matter here, `textContent` ignores both
  return (await place.innerText()).replaceAll("\u00a0", " ").trim();
}
