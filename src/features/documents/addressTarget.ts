import { l10n } from "vscode";
import { serviceOf } from "../../core/conversation/conversationAddress.ts";
import type { DocumentAddress } from "../../core/documents/documentAddress.ts";
import type { Session } from "../../core/session/session.ts";
import type { Target } from "../../core/target.ts";
import { quoted } from "../../host/quotedText.ts";
import type { SessionStore } from "../../host/sessionStore.ts";
import { UserError } from "../../host/userError.ts";

export interface AddressTargetParts {
  readonly sessions: Pick<SessionStore, "session" | "onChange">;
  readonly target: () => Target | null;
}

/**
 * Whom to ask for what is at an address. In a window that has just opened, the session is waited for. Rejects with a
 * `UserError` that tells whose document it is, where this window asks another service or about another project.
 */
export async function addressTarget(
  { service, project }: DocumentAddress,
  { sessions, target }: AddressTargetParts,
  signal: AbortSignal,
): Promise<Target> {
  const session = sessions.session ?? (await nextSession(sessions, signal));
  const asked = target();
  if (asked !== null && asked.project === project && serviceOf(session) === service) return asked;
  if (session.kind === "signedOut") {
    throw new UserError(
      l10n.t("This document is of the project {0} at {1}: sign in there to read it.", quoted(project), quoted(service)),
    );
  }
  throw new UserError(
    l10n.t(
      "This document is of the project {0} at {1}, which is not the one that this window shows: select it to read the document.",
      quoted(project),
      quoted(service),
    ),
  );
}

/** The session once it has been worked out; features that were told before have turned to it by then. */
async function nextSession({ onChange }: AddressTargetParts["sessions"], signal: AbortSignal): Promise<Session> {
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
