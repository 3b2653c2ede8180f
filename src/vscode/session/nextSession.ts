import type { Session } from "../../core/session/session.ts";
import type { SessionStore } from "./sessionStore.ts";

/**
 * The session once it is known, after earlier listeners have been notified. Rejects with the
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
