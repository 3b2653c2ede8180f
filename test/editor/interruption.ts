const signals = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

/** Exit codes by shell convention: 128 plus the signal's number. */
const exitCodes = { SIGINT: 130, SIGTERM: 143, SIGHUP: 129 };

/** The reason of an aborted run: the person or the system asked for its end. */
export class Interruption extends Error {
  override readonly name = "Interruption";
  readonly exitCode: number;
  constructor(signal: keyof typeof exitCodes) {
    super(`Ended by ${signal}`);
    this.exitCode = exitCodes[signal];
  }
}

/**
 * A signal that aborts with an `Interruption` at Ctrl+C and its like. From then on the process no longer ends by
 * itself at those: whoever waits sees the abort, cleans up and leaves.
 */
export function interruption(): AbortSignal {
  const controller = new AbortController();
  for (const name of signals) {
    process.on(name, () => {
      // The terminal or the parent that read the output may be gone already; cleaning up goes on without them.
      for (const stream of [process.stdout, process.stderr]) stream.on("error", () => undefined);
      controller.abort(new Interruption(name));
    });
  }
  return controller.signal;
}
