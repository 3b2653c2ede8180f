import { webBase } from "../../core/links/webBase.ts";
import type { Session } from "../../core/session/session.ts";
import { serviceAddress, webUrlText } from "../../host/settings.ts";

/** Where the web app of the window's service is. */
export type WebSite =
  | { readonly kind: "at"; readonly base: string }
  /** The service has none: it is the embedded sample, or its address cannot be used. */
  | { readonly kind: "none" }
  /** `weaveThreads.webUrl` cannot be used. */
  | { readonly kind: "badSetting" };

/** `session` is null until it has been worked out. */
export function webSite(session: Session | null): WebSite {
  const service = serviceUrl(session);
  if (service === null) return { kind: "none" };
  const base = webBase(webUrlText(), service);
  return base === null ? { kind: "badSetting" } : { kind: "at", base };
}

/** Below which address the pages of the web app are; null where there are none. */
export function webBaseOf(session: Session | null): string | null {
  const site = webSite(session);
  return site.kind === "at" ? site.base : null;
}

/**
 * Below which address links in texts are taken for those of the web app; null for none. Whoever is signed out may have
 * nothing to do with it, and ordinary links are left to the editor.
 */
export function linkBaseOf(session: Session | null): string | null {
  return session?.kind === "signedIn" ? webBaseOf(session) : null;
}

function serviceUrl(session: Session | null): string | null {
  if (session?.kind === "sample") return null;
  if (session?.kind === "signedIn") return session.account.url;
  const address = serviceAddress();
  return typeof address === "string" || address.kind === "sample" ? null : address.url;
}
