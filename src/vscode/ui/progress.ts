import { ProgressLocation, window } from "vscode";

/** Milliseconds before progress is shown. */
const patience = 1000;

/** The reason of a task canceled by the user. */
export class CanceledByUser extends Error {
  override readonly name = "AbortError";
}

/**
 * Runs a task that the user waits for. If it takes long, a notification shows its progress and offers to
 * cancel it: `signal` aborts with a `CanceledByUser` then.
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
      token.onCancellationRequested(() => controller.abort(new CanceledByUser()));
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
