import type { Page } from "playwright-core";
import { eventually } from "./eventually.ts";

/** Reads in a row that find nothing new: together longer than the tenth of a second by which the editor stores later. */
const quietReads = 2;

/** Reads every entry of the databases in which the editor keeps its state in a browser, as `key=value` lines. */
const readEntries = `(async () => {
  const settled = (request) => new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
  const lines = [];
  for (const { name } of await indexedDB.databases()) {
    if (!name.startsWith("vscode-web-state-db-")) continue;
    const database = await settled(indexedDB.open(name));
    const table = database.transaction("ItemTable").objectStore("ItemTable");
    const [keys, values] = await Promise.all([settled(table.getAllKeys()), settled(table.getAll())]);
    keys.forEach((key, index) => lines.push(key + "=" + values[index]));
    database.close();
  }
  return lines.join("\\n");
})()`;

/**
 * What the next window will find: the state of the workbench and what extensions remember, one entry a line. A change
 * gets there a moment after it is on screen, and a window that is reloaded before that has lost it.
 */
export async function storedState(page: Page): Promise<string> {
  return await page.evaluate<string>(readEntries);
}

/** Waits until the editor has nothing left to store of what just happened; the places of its tabs come later still. */
export async function allStored(page: Page): Promise<void> {
  let before = "";
  let quiet = 0;
  await eventually(async () => {
    const now = await storedState(page);
    quiet = now === before ? quiet + 1 : 0;
    before = now;
    if (quiet < quietReads) throw new Error("The editor is still storing what it remembers.");
  });
}

/** Its tabs are stored once a minute, or when it has nothing else to do. */
const tabsWithinMs = 75_000;

/** Waits until what is stored of the tabs holds all these texts. */
export async function tabsStored(page: Page, ...texts: readonly string[]): Promise<void> {
  await eventually(async () => {
    const [tabs = ""] = /^memento\/workbench\.parts\.editor=.*$/m.exec(await storedState(page)) ?? [];
    for (const text of texts) if (!tabs.includes(text)) throw new Error(`The editor has not stored a tab of ${text}.`);
  }, tabsWithinMs);
}
