import type { Locator } from "playwright-core";

/** The visible text, with line breaks and without hidden parts, unlike `textContent`. */
export async function shownText(place: Locator): Promise<string> {
  return plain(await place.innerText());
}

/** Like `shownText`, but empty if the element has disappeared. */
export async function textIfShown(place: Locator): Promise<string> {
  return plain((await place.allInnerTexts()).join("\n"));
}

function plain(text: string): string {
  return text.replaceAll("\u00a0", " ").trim();
}
