import { createHash, randomUUID } from "node:crypto";
import {
  copyFileSync,
  existsSync,
  type FSWatcher,
  mkdirSync,
  readFileSync,
  statSync,
  unlinkSync,
  watch,
} from "node:fs";
import { readdir, unlink, writeFile } from "node:fs/promises";
import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import type { Memento, Uri } from "vscode";
import { Observable } from "../../core/async/observable.ts";
import { errorCode } from "../../core/failures/fileFailure.ts";
import { patiently, writeDiskFile } from "../files/diskFile.ts";
import type { SharedStorage } from "./memory.ts";

const imported = /^(?:accounts$|recentProjects$|savedCounts\/|recentCounts\/)/;
const lockLost = new Error("another window has taken the lock");
const never = new AbortController().signal;

/**
 * Values that the windows of a machine share: a JSON file per key, which one window at a time changes. Nothing is cached,
 * so each read returns what the last window wrote. A file that is not JSON reads as no value, and is copied before it is
 * replaced.
 */
export class SharedFiles implements SharedStorage {
  /** The number of changes by other windows to values that this one has read. */
  readonly changes = new Observable(0);
  readonly #folder: string;
  readonly #lock: string;
  /** Where earlier versions stored the values: those of keys without a file. */
  readonly #earlier: Pick<Memento, "get" | "keys">;
  readonly #onFailure: (error: unknown) => void;
  readonly #staleMs: number;
  /** The texts that this window last read or wrote, by file; undefined without a file. */
  readonly #known = new Map<string, string | undefined>();
  readonly #broken = new Set<string>();
  #written: Promise<unknown> = Promise.resolve();
  #watcher: FSWatcher | undefined;
  #isStarted = false;

  /** `onFailure` is called with failures that do not reject. A lock of `staleMs` milliseconds is that of a killed process. */
  constructor(
    context: { readonly globalState: Pick<Memento, "get" | "keys">; readonly globalStorageUri: Pick<Uri, "fsPath"> },
    onFailure: (error: unknown) => void,
    staleMs = 5000,
  ) {
    this.#folder = context.globalStorageUri.fsPath;
    this.#lock = path.join(this.#folder, "lock");
    this.#earlier = context.globalState;
    this.#onFailure = onFailure;
    this.#staleMs = staleMs;
  }

  get(key: string): unknown {
    try {
      return this.#read(key);
    } catch (error) {
      // Once: counts are read at every refresh.
      if (!this.#broken.has(key)) this.#onFailure(error);
      this.#broken.add(key);
      return undefined;
    }
  }

  update(key: string, change: (stored: unknown) => unknown): Promise<void> {
    const writing = this.#written.then(() => this.#update(key, change));
    this.#written = writing.catch(() => undefined);
    return writing;
  }

  start(): void {
    if (this.#isStarted) return;
    this.#isStarted = true;
    const onFailure = this.#onFailure;
    try {
      mkdirSync(this.#folder, { recursive: true });
      this.#watcher = watch(this.#folder, { persistent: false }, (_, name) => this.#changed(name)).on(
        "error",
        onFailure,
      );
    } catch (error) {
      onFailure(error);
    }
    for (const key of this.#earlier.keys())
      if (imported.test(key) && !existsSync(this.#file(key))) this.update(key, (value) => value).catch(onFailure);
  }

  dispose(): void {
    this.#isStarted = true;
    this.#watcher?.close();
  }

  #changed(name: string | null): void {
    try {
      const file = path.join(this.#folder, name ?? "");
      if (this.#known.has(file) && textOf(file) !== this.#known.get(file)) this.changes.value += 1;
    } catch (error) {
      this.#onFailure(error);
    }
  }

  async #update(key: string, change: (stored: unknown) => unknown): Promise<void> {
    mkdirSync(this.#folder, { recursive: true });
    const owner = randomUUID();
    await this.#acquire(owner);
    const isOwner = () => textOf(this.#lock) === owner;
    try {
      const next = change(this.#current(key));
      if (next === undefined) return;
      const text = JSON.stringify(next);
      const pieces = async function* () {
        yield text;
        if (!isOwner()) throw lockLost;
      };
      this.#known.set(this.#file(key), text);
      await writeDiskFile(this.#file(key), pieces(), never);
      return;
    } catch (error) {
      if (error !== lockLost) throw error;
    } finally {
      if (isOwner()) unlinkSync(this.#lock);
    }
    // This process was suspended while it had the lock, so what it has read may be outdated.
    await this.#update(key, change);
  }

  /** The value to be replaced. Throws if it cannot be read for another reason than its content. */
  #current(key: string): unknown {
    try {
      return this.#read(key);
    } catch (error) {
      if (!(error instanceof SyntaxError)) throw error;
      copyFileSync(this.#file(key), `${this.#file(key)}.${Date.now()}.broken`);
      return this.get(key);
    }
  }

  #read(key: string): unknown {
    const file = this.#file(key);
    const text = textOf(file);
    this.#known.set(file, text);
    try {
      return text === undefined ? this.#earlier.get(key) : JSON.parse(text);
    } catch (error) {
      throw new SyntaxError(`${file} is not JSON. A copy is kept when it is replaced.`, { cause: error });
    }
  }

  async #acquire(owner: string): Promise<void> {
    for (let wasStale = false; ; wasStale = this.#removeStale() || wasStale) {
      try {
        // Windows refuses a file that is being deleted.
        await patiently(() => writeFile(this.#lock, owner, { flag: "wx" }), never);
        return wasStale ? await this.#removeParts() : undefined;
      } catch (error) {
        if (errorCode(error) !== "EEXIST") throw error;
      }
      await pause(2 + 10 * Math.random());
    }
  }

  /** Synchronous: nothing may come between the check and the removal. */
  #removeStale(): boolean {
    try {
      // Absolute, because the clock may have been set back.
      const isStale = Math.abs(Date.now() - statSync(this.#lock).mtimeMs) > this.#staleMs;
      if (isStale) unlinkSync(this.#lock);
      return isStale;
    } catch {
      // The lock is free.
      return false;
    }
  }

  /** Only the owner of the lock writes, so part files were left by a killed process. */
  async #removeParts(): Promise<void> {
    const parts = (await readdir(this.#folder)).filter((name) => name.endsWith(".part"));
    for (const name of parts) await unlink(path.join(this.#folder, name)).catch(() => undefined);
  }

  /** The hash tells keys apart that differ in case, or in characters that a file name cannot have. */
  #file(key: string): string {
    const hash = createHash("sha256").update(key).digest("hex").slice(0, 16);
    return path.join(this.#folder, `${key.replace(/[^\w-]+/g, "-").slice(0, 50)}-${hash}.json`);
  }
}

/** Undefined if there is no such file. */
function textOf(file: string): string | undefined {
  try {
    return readFileSync(file, "utf8");
  } catch (error) {
    if (errorCode(error) === "ENOENT") return undefined;
    throw error;
  }
}
