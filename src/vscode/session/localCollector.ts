import { createHash } from "node:crypto";
import { once } from "node:events";
import { readFile, writeFile } from "node:fs/promises";
import { hostname } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { Readable } from "node:stream";
import { Worker } from "node:worker_threads";
import { Lazy } from "../../core/async/lazy.ts";
import type { Observable } from "../../core/async/observable.ts";
import { type CollectorContent, type CollectorState, databaseFailureText } from "../../core/collector/collectorText.ts";
import type { CollectorAddress } from "../../core/collector/environment.ts";
import { memberOf } from "../../core/text/json.ts";
import { isProven, keyOf, post } from "./collectorProof.ts";

export interface CollectorSettings {
  /** 1 to 65535. */
  readonly port: number;
  readonly retention: { readonly bytes: number; readonly days: number };
}

export interface LocalCollectorParts {
  /** The folder of the extension on this machine; others can share it over a network. */
  readonly storage: string;
  /** The bundled worker. */
  readonly workerFile: string;
  readonly settings: () => CollectorSettings;
  /** Whether this window may run it. */
  readonly mayStart: () => boolean;
  readonly log: (text: string) => void;
  /** What it is doing, for those that must not load it. */
  readonly state: Observable<CollectorState>;
}

/** The database is in use, by a collector on another port. */
const lockedCode = "LOCKED";

/**
 * The collector of this machine, as this window sees it. The first window runs it; the others use it over HTTP, and hold
 * a request open whose end tells them to take over on the same port.
 */
export class LocalCollector {
  readonly state: Observable<CollectorState>;
  readonly #parts: LocalCollectorParts;
  readonly #folder: string;
  readonly #key = new Lazy(() => keyOf(this.#folder));
  #worker: Worker | null = null;
  #address: CollectorAddress | null = null;
  #starting: Promise<CollectorAddress | null> | null = null;
  /** Aborts when this window stops using it. */
  #using = new AbortController();

  constructor(parts: LocalCollectorParts) {
    this.#parts = parts;
    this.state = parts.state;
    // A home folder can be shared by machines, whose processes cannot share a database.
    const host = createHash("sha256").update(hostname().replace(/\..*/s, "").toLowerCase());
    this.#folder = join(parts.storage, `collector-${host.digest("hex").slice(0, 12)}`);
  }

  /** Starts it, or joins the one of another window. Null if it cannot run, which `state` explains. */
  start(): Promise<CollectorAddress | null> {
    if (this.#address !== null || !this.#parts.mayStart()) return Promise.resolve(this.#address);
    const { signal } = this.#using;
    this.#starting ??= this.#start(signal)
      .catch((error: unknown) => (signal.aborted ? null : this.#failed("", String(error))))
      .finally(() => {
        this.#starting = null;
      });
    return this.#starting;
  }

  /** Its key, which is made at first. */
  key(): Promise<string> {
    return this.#key.get();
  }

  /** Stops it for all windows; what was collected stays. */
  async stop(): Promise<void> {
    const [address, worker] = [this.#address, this.#worker];
    this.#leave("stopped");
    if (address !== null) await post(address, "/collector/stop", AbortSignal.timeout(5000)).catch(() => undefined);
    // It ends by itself, after it has told the others.
    if (worker !== null && this.#worker === worker)
      await once(worker, "exit", { signal: AbortSignal.timeout(5000) }).catch(() => worker.terminate());
  }

  /** Ends with this window: another one takes over. */
  dispose(): void {
    this.#leave("off");
    void this.#worker?.terminate();
  }

  /** Deletes what was collected. */
  async clear(): Promise<void> {
    const address = await this.start();
    if (address === null) return;
    const response = await post(address, "/collector/clear", AbortSignal.timeout(30_000));
    if (!response.ok) throw new Error(await response.text());
  }

  #leave(kind: "off" | "stopped"): void {
    this.#using.abort();
    this.#using = new AbortController();
    this.#address = null;
    this.state.value = { kind };
  }

  async #start(signal: AbortSignal): Promise<CollectorAddress | null> {
    this.state.value = { kind: "starting" };
    const key = await this.key();
    const { port } = this.#parts.settings();
    const started = await this.#run(key, port);
    if (signal.aborted) {
      void this.#worker?.terminate();
      return null;
    }
    const used = join(this.#folder, "port");
    // Another window may have started it before the setting was changed.
    const other = started?.code === lockedCode ? Number(await readFile(used, "utf8").catch(() => "")) : port;
    const url = `http://127.0.0.1:${other}`;
    const isOther = started !== null && ["EADDRINUSE", lockedCode].includes(started.code);
    if (started !== null && !(isOther && (await isProven(url, key))))
      return this.#failed(started.code, started.message);
    if (signal.aborted) return null;
    if (started === null) await writeFile(used, String(port), { mode: 0o600 });
    this.#address = { url, key };
    await this.#watch(this.#address, signal);
    return this.#address;
  }

  #failed(code: string, message: string): null {
    const { port } = this.#parts.settings();
    this.#address = null;
    this.state.value = code === "EADDRINUSE" ? { kind: "portInUse", port } : { kind: "failed", message };
    this.#parts.log(`The local collector could not start: ${code} ${message}`);
    return null;
  }

  /** Runs it in a worker; resolves to the error that it could not start with, null for none. */
  #run(key: string, port: number): Promise<{ readonly code: string; readonly message: string } | null> {
    const { retention } = this.#parts.settings();
    const worker = new Worker(this.#parts.workerFile, {
      workerData: { collector: { file: join(this.#folder, "calls.db"), port, key, retention } },
      execArgv: ["--disable-warning=ExperimentalWarning"],
    });
    return new Promise((resolve) => {
      worker.on("error", (error) => resolve({ code: "", message: String(error) }));
      worker.once("exit", (code) => {
        if (this.#worker === worker) this.#worker = null;
        resolve({ code: "", message: `It ended with code ${code}.` });
      });
      worker.on("message", (message: unknown) => {
        const unsupported = memberOf(message, "unsupported");
        if (unsupported !== undefined) this.#parts.log(`The local collector does not support ${String(unsupported)}`);
        const failure = memberOf(message, "failure");
        if (failure !== undefined) this.#parts.log(`The local collector: ${String(failure)}`);
        if (memberOf(message, "url") !== undefined) {
          this.#worker = worker;
          resolve(null);
        } else if (memberOf(message, "code") !== undefined) {
          const text = databaseFailureText(Number(memberOf(message, "result"))) ?? memberOf(message, "message");
          const code = memberOf(message, "result") === 5 ? lockedCode : String(memberOf(message, "code"));
          resolve({ code, message: String(text) });
          void worker.terminate();
        }
      });
    });
  }

  /** Follows what it has until it ends, and takes over then. Resolves once it is known. */
  async #watch(address: CollectorAddress, signal: AbortSignal): Promise<void> {
    const response = await post(address, "/collector/watch", signal);
    const { promise: known, resolve } = Promise.withResolvers<void>();
    let isStopped = false;
    const follow = async () => {
      const input = Readable.from(response.body ?? []);
      // Its end says enough.
      input.on("error", () => undefined);
      for await (const line of createInterface({ input })) {
        isStopped = line.includes('"stopped"');
        if (isStopped) continue;
        const content: CollectorContent = JSON.parse(line);
        this.state.value = { kind: "on", ...content };
        resolve();
      }
    };
    const end = async () => {
      resolve();
      if (signal.aborted) return;
      if (isStopped) return this.#leave("stopped");
      this.#address = null;
      if (!this.#parts.mayStart()) return this.#leave("off");
      await this.start();
    };
    void follow()
      .catch(() => undefined)
      .then(end);
    await known;
  }
}
