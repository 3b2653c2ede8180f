import { randomUUID } from "node:crypto";
import { mkdirSync, unlinkSync } from "node:fs";
import { unlink, writeFile } from "node:fs/promises";
import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { errorCode } from "../../core/failures/fileFailure.ts";
import { patiently, removeAbandoned, writeDiskFile } from "../files/diskFile.ts";
import { sharedText } from "./sharedFiles.ts";

// Loaded with the first change.

const never = new AbortController().signal;

/**
 * Replaces a file, an absolute path, with the text that `next` returns, once no other process has the lock of its folder,
 * which need not exist; undefined leaves the file. `next` is called again if this process was suspended for so long that
 * another one has taken the lock: one of `staleMs` milliseconds is that of a killed process. Rejects if the lock or the
 * file cannot be written.
 */
export async function underLock(file: string, staleMs: number, next: () => string | undefined): Promise<void> {
  const folder = path.dirname(file);
  mkdirSync(folder, { recursive: true });
  const lock = path.join(folder, "lock");
  const owner = randomUUID();
  const wasStale = await acquire(lock, owner, staleMs);
  try {
    // Without its part file, a process that had the lock cannot finish what it was writing.
    if (wasStale) await removeAbandoned(folder, Number.NEGATIVE_INFINITY);
    const text = next();
    if (text !== undefined) await writeDiskFile(file, checked(text, lock, owner), never);
    return;
  } catch (error) {
    if (sharedText(lock) === owner) throw error;
  } finally {
    // What stays is stale soon, and what was written counts.
    if (sharedText(lock) === owner) await patiently(() => unlink(lock), never).catch(() => undefined);
  }
  await underLock(file, staleMs, next);
}

async function* checked(text: string, lock: string, owner: string) {
  yield text;
  if (sharedText(lock) !== owner) throw new Error("Another process has taken the lock.");
}

/** Waits for the lock. Resolves to whether a killed process had it: its file has not changed for `staleMs`. */
async function acquire(lock: string, owner: string, staleMs: number): Promise<boolean> {
  let wasStale = false;
  let seen: string | undefined;
  let since = 0;
  for (;;) {
    try {
      // Windows refuses a file that is being deleted.
      await patiently(() => writeFile(lock, owner, { flag: "wx" }), never);
      return wasStale;
    } catch (error) {
      if (errorCode(error) !== "EEXIST") throw error;
    }
    const text = sharedText(lock);
    const now = performance.now();
    // Not by the time of the file: the clock of a network drive may differ.
    if (text !== seen) [seen, since] = [text, now];
    else if (text !== undefined && now - since > staleMs) {
      // Synchronous: nothing may come between the check and the removal.
      unlinkSync(lock);
      wasStale = true;
    }
    await pause(2 + 10 * Math.random());
  }
}
