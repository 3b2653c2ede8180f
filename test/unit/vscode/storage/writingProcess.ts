import path from "node:path";
import { writeDiskFile } from "../../../../src/vscode/files/diskFile.ts";
import { SharedFiles } from "../../../../src/vscode/storage/sharedFiles.ts";

// A window's process: changes a shared value and replaces an export, `times` times, and sends the number after each. A lock is
// stale after `staleMs` milliseconds.

const [, , folder = "", name = "", times = "0", staleMs = "0"] = process.argv;
const earlier = { get: () => undefined, keys: () => [] };
const shared = new SharedFiles(
  { globalState: earlier, globalStorageUri: { fsPath: folder } },
  console.error,
  Number(staleMs),
);

/** An export whose last line is the first one. */
async function* lines(number: number) {
  yield `${number}\n`;
  yield "x".repeat(100_000);
  yield `\n${number}\n`;
}

for (let number = 1; number <= Number(times); number++) {
  await shared.update("numbers", (stored) => [...(Array.isArray(stored) ? stored : []), `${name}${number}`]);
  await writeDiskFile(path.join(folder, `${name}.csv`), lines(number), new AbortController().signal);
  process.send?.(number);
}
