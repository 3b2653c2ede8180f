import { remoteOf, webBase } from "../../core/session/serviceUrl.ts";
import type { Session } from "../../core/session/session.ts";
import { serviceAddress, webUrlText } from "../../vscode/storage/settings.ts";

/** The web app of the window's service. */
export type WebSite =
  | { readonly kind: "at"; readonly base: string }
  /** The service has no web app: it is the built-in sample, or its URL is not valid. */
  | { readonly kind: "none" }
  /** `weaveThreads.webUrl` is not valid. */
  | { readonly kind: "badSetting" };

/** `session` is null until it is known. */
export function webSite(session: Session | null): WebSite {
  const service = serviceUrl(session);
  if (service === null) return { kind: "none" };
  const base = webBase(webUrlText(), service);
  return base === null ? { kind: "badSetting" } : { kind: "at", base };
}

/** The base URL of the web app; null if none. */
export function webBaseOf(session: Session | null): string | null {
  const site = webSite(session);
  return site.kind === "at" ? site.base : null;
}

/**
 * The base URL for detecting web app links in texts; null if none. When signed out, links are left to the editor,
 * because the user may not use the web app.
 */
export function linkBaseOf(session: Session | null): string | null {
  return session?.kind === "signedIn" ? webBaseOf(session) : null;
}

function serviceUrl(session: Session | null): string | null {
  if (session?.kind === "sample") return null;
  if (session?.kind === "signedIn") return session.account.url;
  return remoteOf(serviceAddress())?.url ?? null;
}
