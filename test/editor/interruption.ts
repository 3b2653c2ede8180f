const signals = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

/** Exit codes by shell convention: 128 plus the signal's number. */
const exitCodes = { SIGINT: 130, SIGTERM: 143, SIGHUP: 129 };

/** The abort reason when the user or the system stops the process. */
export class Interruption extends Error {
  override readonly name = "Interruption";
  readonly exitCode: number;
  constructor(signal: keyof typeof exitCodes) {
    super(`Stopped by ${signal}`);
    this.exitCode = exitCodes[signal];
  }
}

/**
 * A signal that aborts with an `Interruption` on Ctrl+C, SIGTERM or SIGHUP. These no longer end the process; the caller
 * cleans up and exits.
 */
export function interruption(): AbortSignal {
  const controller = new AbortController();
  for (const name of signals) {
    process.on(name, () => {
      // The reader of the output may be gone, which must not interrupt the cleanup.
      for (const stream of [process.stdout, process.stderr]) stream.on("error", () => undefined);
      controller.abort(new Interruption(name));
    });
  }
  return controller.signal;
}
