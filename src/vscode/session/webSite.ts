import { dataOf } from "../../core/session/session.ts";
import type { WindowSession } from "../../core/session/windowSession.ts";
import { remoteOf, webBase } from "../../core/settings/serviceUrl.ts";
import { webUrlText } from "../storage/settings.ts";

type Sessions = Pick<WindowSession, "session" | "target">;

/** The web app of the window's service. */
export type WebSite =
  | { readonly kind: "at"; readonly base: string }
  /** The service has no web app: it is the built-in sample or the local collector, or its URL is not valid. */
  | { readonly kind: "none" }
  /** `weaveThreads.webUrl` is not valid. */
  | { readonly kind: "badSetting" };

export function webSite(sessions: Sessions): WebSite {
  const service = serviceUrl(sessions);
  if (service === null) return { kind: "none" };
  const base = webBase(webUrlText(), service);
  return base === null ? { kind: "badSetting" } : { kind: "at", base };
}

/** The base URL of the web app; null if none. */
export function webBaseOf(sessions: Sessions): string | null {
  const site = webSite(sessions);
  return site.kind === "at" ? site.base : null;
}

/**
 * The base URL for detecting web app links in texts; null if none. When signed out, links are left to the editor,
 * because the user may not use the web app.
 */
export function linkBaseOf(sessions: Sessions): string | null {
  const { session } = sessions;
  if (session?.kind !== "signedIn") return null;
  // The client prints links to the address that it sends to.
  return dataOf(session) === "local" ? session.account.url : webBaseOf(sessions);
}

function serviceUrl({ session, target }: Sessions): string | null {
  if (dataOf(session) !== null) return null;
  if (session?.kind === "signedIn") return session.account.url;
  return remoteOf(target.address)?.url ?? null;
}
