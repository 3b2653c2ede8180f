import { createHash } from "node:crypto";
import { copyFileSync, existsSync, type FSWatcher, mkdirSync, readFileSync, watch } from "node:fs";
import path from "node:path";
import type { Memento, Uri } from "vscode";
import { Observable } from "../../core/async/observable.ts";
import { jsonIn, memberOf } from "../../core/text/json.ts";
import type { SharedMemory } from "./memory.ts";

const imported = /^(?:accounts$|recentProjects$|savedCounts\/|recentCounts\/)/;

/**
 * Values that the windows of a machine share: a JSON file per key, which one window at a time changes. Nothing is cached,
 * so each read returns what the last window wrote. A file that is not JSON reads as no value, and is copied before it is
 * replaced.
 */
export class SharedFiles implements SharedMemory {
  /** The number of changes by other windows to values that this one has read. */
  readonly changes = new Observable(0);
  readonly #folder: string;
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
    this.#earlier = context.globalState;
    this.#onFailure = onFailure;
    this.#staleMs = staleMs;
  }

  get(key: string): unknown {
    const file = this.#file(key);
    try {
      const text = sharedText(file);
      this.#known.set(file, text);
      if (text === undefined) return this.#earlier.get(key);
      const value = jsonIn(text);
      if (value === undefined) throw new Error(`${file} is not JSON. A copy is kept when it is replaced.`);
      return value;
    } catch (error) {
      // Once: counts are read at every refresh.
      if (!this.#broken.has(key)) this.#onFailure(error);
      this.#broken.add(key);
      // Windows may refuse a file that another window replaces.
      return jsonIn(this.#known.get(file) ?? "");
    }
  }

  update(key: string, change: (stored: unknown) => unknown): Promise<void> {
    const writing = this.#written.then(() => this.#update(key, change));
    this.#written = writing.catch(() => undefined);
    return writing;
  }

  /** Imports what earlier versions have stored, and reports changes by other windows from now on. */
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

  /** `name` is null on systems that do not report it. */
  #changed(name: string | null): void {
    try {
      const files = [...this.#known.keys()].filter((file) => name === null || path.basename(file) === name);
      if (files.some((file) => sharedText(file) !== this.#known.get(file))) this.changes.value += 1;
    } catch (error) {
      this.#onFailure(error);
    }
  }

  async #update(key: string, change: (stored: unknown) => unknown): Promise<void> {
    const { underLock } = await import("./fileLock.ts");
    const file = this.#file(key);
    await underLock(file, this.#staleMs, () => {
      const before = sharedText(file);
      const stored = before === undefined ? this.#earlier.get(key) : jsonIn(before);
      const next = change(stored);
      if (next === undefined) return undefined;
      if (before !== undefined && stored === undefined) copyFileSync(file, `${file}.${Date.now()}.broken`);
      const text = JSON.stringify(next);
      this.#known.set(file, text);
      return text;
    });
  }

  /** The hash tells keys apart that differ in case, or in characters that a file name cannot have. */
  #file(key: string): string {
    const hash = createHash("sha256").update(key).digest("hex").slice(0, 16);
    return path.join(this.#folder, `${key.replace(/[^\w-]+/g, "-").slice(0, 50)}-${hash}.json`);
  }
}

/** Undefined if there is no such file. */
export function sharedText(file: string): string | undefined {
  try {
    return readFileSync(file, "utf8");
  } catch (error) {
    if (memberOf(error, "code") === "ENOENT") return undefined;
    throw error;
  }
}
