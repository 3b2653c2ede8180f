import { randomUUID } from "node:crypto";
import { copyFileSync, mkdirSync, readFileSync, statSync, unlinkSync } from "node:fs";
import { readdir, unlink, writeFile } from "node:fs/promises";
import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { errorCode } from "../../core/failures/fileFailure.ts";
import { patiently, writeDiskFile } from "../files/diskFile.ts";

// Loaded with the first change.

export interface LockedFile {
  /** An absolute path. Its folder need not exist, and has one lock for all its files. */
  readonly file: string;
  /** Milliseconds after which a lock is that of a killed process. */
  readonly staleMs: number;
}

const lockLost = new Error("another process has taken the lock");
const never = new AbortController().signal;

/**
 * Replaces a file with the text that `next` returns, once no other process has the lock; undefined leaves the file. `next`
 * is called again if this process was suspended for so long that another one has taken the lock.
 */
export async function underLock(locked: LockedFile, next: () => string | undefined): Promise<void> {
  const folder = path.dirname(locked.file);
  mkdirSync(folder, { recursive: true });
  const lock = path.join(folder, "lock");
  const owner = randomUUID();
  const wasStale = await acquire(lock, owner, locked.staleMs);
  try {
    if (wasStale) await removeParts(folder);
    const text = next();
    if (text !== undefined) await writeDiskFile(locked.file, checked(text, lock, owner), never);
    return;
  } catch (error) {
    if (error !== lockLost) throw error;
  } finally {
    if (isOwner(lock, owner)) unlinkSync(lock);
  }
  await underLock(locked, next);
}

/** A copy of a file that is about to be replaced, beside it. */
export function keepBroken(file: string): void {
  copyFileSync(file, `${file}.${Date.now()}.broken`);
}

async function* checked(text: string, lock: string, owner: string) {
  yield text;
  if (!isOwner(lock, owner)) throw lockLost;
}

function isOwner(lock: string, owner: string): boolean {
  try {
    return readFileSync(lock, "utf8") === owner;
  } catch {
    return false;
  }
}

/** Waits for the lock. Resolves to whether a killed process had it. */
async function acquire(lock: string, owner: string, staleMs: number): Promise<boolean> {
  for (let wasStale = false; ; wasStale = removeStale(lock, staleMs) || wasStale) {
    try {
      // Windows refuses a file that is being deleted.
      await patiently(() => writeFile(lock, owner, { flag: "wx" }), never);
      return wasStale;
    } catch (error) {
      if (errorCode(error) !== "EEXIST") throw error;
    }
    await pause(2 + 10 * Math.random());
  }
}

/** Synchronous: nothing may come between the check and the removal. */
function removeStale(lock: string, staleMs: number): boolean {
  try {
    // Absolute, because the clock may have been set back.
    const isStale = Math.abs(Date.now() - statSync(lock).mtimeMs) > staleMs;
    if (isStale) unlinkSync(lock);
    return isStale;
  } catch {
    // The lock is free.
    return false;
  }
}

/** Only the owner of the lock writes, so part files were left by a killed process. */
async function removeParts(folder: string): Promise<void> {
  const parts = (await readdir(folder)).filter((name) => name.endsWith(".part"));
  for (const name of parts) await unlink(path.join(folder, name)).catch(() => undefined);
}
