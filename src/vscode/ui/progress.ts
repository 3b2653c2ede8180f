import { type CancellationToken, CancellationTokenSource, ProgressLocation, window } from "vscode";

/** Milliseconds before progress is shown. */
const patience = 1000;

/** The reason of a task canceled by the user. */
export class CanceledByUser extends Error {
  override readonly name = "AbortError";
}

/**
 * Runs a task that the user waits for. If it takes long, a notification shows its progress and offers to
 * cancel it: `signal` aborts with a `CanceledByUser` then. It also aborts with `ending`, and its reason.
 */
export async function withLateProgress<T>(
  title: string,
  task: (signal: AbortSignal, report: (message: string) => void) => Promise<T>,
  ending?: AbortSignal,
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
  const { signal } = controller;
  try {
    return await task(ending ? AbortSignal.any([signal, ending]) : signal, (message) => show(message));
  } finally {
    clearTimeout(timer);
    end();
  }
}

/** Runs a task with a token of VS Code that is canceled when a signal aborts. */
export async function withToken<T>(
  signal: AbortSignal,
  task: (token: CancellationToken) => PromiseLike<T>,
): Promise<T> {
  const source = new CancellationTokenSource();
  const cancel = () => source.cancel();
  if (signal.aborted) cancel();
  signal.addEventListener("abort", cancel, { once: true });
  try {
    return await task(source.token);
  } finally {
    signal.removeEventListener("abort", cancel);
    source.dispose();
  }
}

/** Shows a busy box after a dialog until the task is done. Closing the box does not cancel the task. */
export async function whileBusy<T>(title: string, message: string, task: Promise<T>): Promise<T> {
  const pick = window.createQuickPick();
  pick.title = title;
  pick.busy = true;
  pick.ignoreFocusOut = true;
  pick.items = [{ label: `$(loading~spin) ${message}`, alwaysShow: true }];
  pick.show();
  try {
    return await task;
  } finally {
    pick.dispose();
  }
}
