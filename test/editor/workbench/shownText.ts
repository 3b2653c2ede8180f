import type { Locator } from "playwright-core";

/** What a person reads there: line breaks included and hidden parts left out, both of which `textContent` ignores. */
export async function shownText(place: Locator): Promise<string> {
  return plain(await place.innerText());
}

/** As `shownText`, of what may be gone any moment; empty where it is. */
export async function textIfShown(place: Locator): Promise<string> {
  return plain((await place.allInnerTexts()).join("\n"));
}

function plain(text: string): string {
  return text.replaceAll("\u00a0", " ").trim();
}
