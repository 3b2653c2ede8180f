import type { Locator } from "playwright-core";

/** What a person reads there: line breaks included and hidden parts left out, both of which `textContent` ignores. */
export async function shownText(place: Locator): Promise<string> {
  return (await place.innerText()).replaceAll("\u00a0", " ").trim();
}
