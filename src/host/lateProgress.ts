import { ProgressLocation, window } from "vscode";

/** What takes less time is done without a word, in milliseconds. */
const patience = 1000;

/** Why a task ended that the user has canceled. */
export class CancelledByPerson extends Error {
  override readonly name = "AbortError";
}

/**
 * Runs a task that the user waits for. Once it takes long, a notification tells how far it has come and offers to
 * cancel it: `signal` aborts with a `CancelledByPerson` then.
 */
export async function withLateProgress<T>(
  title: string,
  task: (signal: AbortSignal, report: (message: string) => void) => Promise<T>,
): Promise<T> {
  const controller = new AbortController();
  const { promise: ended, resolve: end } = Promise.withResolvers<void>();
  let latest = "";
  let show = (message: string) => {
    latest = message;
  };
  const timer = setTimeout(() => {
    const options = { location: ProgressLocation.Notification, title, cancellable: true };
    void window.withProgress(options, (progress, token) => {
      token.onCancellationRequested(() => controller.abort(new CancelledByPerson()));
      show = (message) => progress.report({ message });
      if (latest !== "") show(latest);
      return ended;
    });
  }, patience);
  try {
    return await task(controller.signal, (message) => show(message));
  } finally {
    clearTimeout(timer);
    end();
  }
}
