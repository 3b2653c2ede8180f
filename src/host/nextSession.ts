import type { Session } from "../core/session/session.ts";
import type { SessionStore } from "./sessionStore.ts";

/**
 * The session once it has been worked out; features that were told before have turned to it by then. Rejects with the
 * signal's reason.
 */
export async function nextSession({ onChange }: Pick<SessionStore, "onChange">, signal: AbortSignal): Promise<Session> {
  signal.throwIfAborted();
  const { promise, resolve, reject } = Promise.withResolvers<Session>();
  const abort = () => reject(signal.reason);
  const listening = onChange(resolve);
  signal.addEventListener("abort", abort, { once: true });
  try {
    return await promise;
  } finally {
    listening.dispose();
    signal.removeEventListener("abort", abort);
  }
}
