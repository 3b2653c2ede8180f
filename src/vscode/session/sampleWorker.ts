import { Worker } from "node:worker_threads";
import type { ServiceAccess } from "../../core/session/serviceAccess.ts";

/** The embedded sample service, in a worker thread, so that its queries do not block the extension host. */
export class SampleWorker {
  readonly #file: string;
  #running: { readonly worker: Worker; readonly access: Promise<ServiceAccess> } | null = null;

  /** `file` is the bundled worker. */
  constructor(file: string) {
    this.#file = file;
  }

  /** Called when the service exits unexpectedly. */
  onEnd: () => void = () => undefined;

  /** Starts the service if it is not running. Rejects if it cannot start; the next call tries again. */
  access(): Promise<ServiceAccess> {
    this.#running ??= this.#start();
    return this.#running.access;
  }

  async stop(): Promise<void> {
    const running = this.#running;
    this.#running = null;
    await running?.worker.terminate();
  }

  #start(): { worker: Worker; access: Promise<ServiceAccess> } {
    const worker = new Worker(this.#file, { workerData: {}, execArgv: ["--disable-warning=ExperimentalWarning"] });
    worker.once("exit", () => {
      if (this.#running?.worker !== worker) return;
      this.#running = null;
      this.onEnd();
    });
    return { worker, access: firstMessage(worker) };
  }
}

function firstMessage(worker: Worker): Promise<ServiceAccess> {
  return new Promise((resolve, reject) => {
    worker.once("error", reject);
    worker.once("exit", (code) => reject(new Error(`The sample service ended with code ${code}.`)));
    worker.once("message", (message: unknown) => {
      if (isServiceAccess(message)) resolve(message);
      else reject(new Error("The sample service did not say where it listens."));
    });
  });
}

function isServiceAccess(value: unknown): value is ServiceAccess {
  if (typeof value !== "object" || value === null) return false;
  return (
    "url" in value &&
    typeof value.url === "string" &&
    "username" in value &&
    typeof value.username === "string" &&
    "password" in value &&
    typeof value.password === "string"
  );
}
