import { readFile, rm, stat, writeFile } from "node:fs/promises";
import { setTimeout as delay } from "node:timers/promises";

/** After this time, a live holder is assumed to be another process that reuses the ID. */
const longestHoldMs = 15 * 60_000;
const pollMs = 250;

/** Waits until no other live process holds `file`, then holds it until disposed. Contains the holder's process ID. */
export async function holdLock(file: string, onWait: () => void, signal: AbortSignal): Promise<AsyncDisposable> {
  let waited = false;
  for (;;) {
    if (await create(file)) {
      return { [Symbol.asyncDispose]: () => rm(file, { force: true }) };
    }
    if (await isStale(file)) {
      await rm(file, { force: true });
      continue;
    }
    if (!waited) {
      waited = true;
      onWait();
    }
    await delay(pollMs, undefined, { signal });
  }
}

async function create(file: string): Promise<boolean> {
  try {
    await writeFile(file, String(process.pid), { flag: "wx" });
    return true;
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "EEXIST") return false;
    throw error;
  }
}

async function isStale(file: string): Promise<boolean> {
  try {
    const [holder, { mtimeMs }] = await Promise.all([readFile(file, "utf8"), stat(file)]);
    if (Date.now() - mtimeMs > longestHoldMs) return true;
    return holder !== "" && !isAlive(Number(holder));
  } catch {
    return false; // released meanwhile: the next attempt decides
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && "code" in error && error.code === "EPERM";
  }
}
