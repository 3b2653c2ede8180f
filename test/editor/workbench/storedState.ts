import type { Page } from "playwright-core";

/** Reads all entries of the editor's browser databases as `key=value` lines. */
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

/** The editor's stored state, including that of extensions, one entry per line. */
export async function storedState(page: Page): Promise<string> {
  return await page.evaluate<string>(readEntries);
}
