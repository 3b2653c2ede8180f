import { Worker } from "node:worker_threads";
import { Lazy } from "../../core/async/lazy.ts";
import type { ServiceAccess } from "../../core/settings/serviceUrl.ts";

/** The embedded sample service, in a worker thread, so that its queries do not block the extension host. */
export class SampleWorker {
  readonly #file: string;
  readonly #access = new Lazy(() => this.#start());
  #worker: Worker | null = null;

  /** `file` is the bundled worker. */
  constructor(file: string) {
    this.#file = file;
  }

  /** Called when the service exits unexpectedly. */
  onEnd: () => void = () => undefined;

  /** Starts the service if it is not running. Rejects if it cannot start; the next call tries again. */
  access(): Promise<ServiceAccess> {
    return this.#access.get();
  }

  async stop(): Promise<void> {
    const worker = this.#worker;
    this.#worker = null;
    this.#access.forget();
    await worker?.terminate();
  }

  #start(): Promise<ServiceAccess> {
    const worker = new Worker(this.#file, { workerData: {}, execArgv: ["--disable-warning=ExperimentalWarning"] });
    this.#worker = worker;
    return new Promise((resolve, reject) => {
      worker.once("error", reject);
      worker.once("message", (access: ServiceAccess) => resolve(access));
      worker.once("exit", (code) => {
        reject(new Error(`The sample service ended with code ${code}.`));
        if (this.#worker !== worker) return;
        this.#worker = null;
        this.#access.forget();
        this.onEnd();
      });
    });
  }
}
