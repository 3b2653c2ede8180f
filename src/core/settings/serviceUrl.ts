/** Where the service is: the embedded sample, or a base URL such as `https://host/traces`, without a final slash. */
export type ServiceAddress = { readonly kind: "sample" } | RemoteService;

export interface ServicePlace {
  readonly url: string;
  /** A key belongs to it, and is sent to no other. */
  readonly origin: string;
}

export interface RemoteService extends ServicePlace {
  readonly kind: "remote";
}

export type AddressProblem =
  /** Not an absolute `https:` or `http:` URL. */
  | "notAUrl"
  /** `http:` to another machine would send the key unencrypted. */
  | "notHttps"
  /** The URL contains a user name or password. */
  | "userInfo"
  /** The URL has a query or fragment, which would be lost when a path is added. */
  | "queryOrFragment";

/** The service that W&B runs. */
export const publicServiceUrl = "https://trace.wandb.ai";

export const publicService: RemoteService = { kind: "remote", url: publicServiceUrl, origin: publicServiceUrl };

export const sampleAddress = "sample:";

/** Parses a service URL. `http:` is accepted for loopback hosts only. */
export function parseServiceAddress(text: string): ServiceAddress | AddressProblem {
  const trimmed = text.trim();
  if (trimmed === sampleAddress) return { kind: "sample" };
  if (!URL.canParse(trimmed)) return "notAUrl";
  const url = new URL(trimmed);
  if (url.protocol !== "https:" && url.protocol !== "http:") return "notAUrl";
  if (url.username !== "" || url.password !== "") return "userInfo";
  if (url.search !== "" || url.hash !== "") return "queryOrFragment";
  if (url.protocol === "http:" && !isLoopback(url.hostname)) return "notHttps";
  return { kind: "remote", url: url.origin + withoutFinalSlashes(url.pathname), origin: url.origin };
}

/** The service of a valid URL; null for the sample. */
export function remoteOf(address: ServiceAddress | AddressProblem): RemoteService | null {
  return typeof address === "string" || address.kind === "sample" ? null : address;
}

/** Decodes percent escapes; a text with invalid ones is returned as it is. */
export function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** The lookbehind keeps this linear: without it, a run of slashes is tried at each slash. */
export function withoutFinalSlashes(text: string): string {
  return text.replace(/(?<!\/)\/+$/, "");
}

/**
 * Whether a URL's `hostname` names this machine by a loopback address or as `localhost`. A `URL` has already turned every
 * form of an IPv4 address (`127.1`, `0x7f000001`) into the plain one. Other names under `localhost` go to a resolver,
 * which may not be trusted, so they are not loopback.
 */
export function isLoopback(hostname: string): boolean {
  return hostname === "localhost" || hostname === "[::1]" || loopbackAddress.test(hostname);
}

/** 127.0.0.0/8, by itself or mapped into IPv6, as a `URL` writes them. */
const loopbackAddress = /^(?:127(?:\.\d{1,3}){3}|\[::ffff:7f[\da-f]{2}:[\da-f]{1,4}\])$/;

/** W&B's own web app: its project pages are below the first URL; since 2026-09-30, the second redirects to it. */
export const publicWebUrls = ["https://forge.coreweave.com/wandb", "https://wandb.ai"] as const;

/** The web page to create keys for a service, derived from its URL as in wandb/weave. */
export function keyPage(serviceUrl: string): string {
  if (serviceUrl === publicServiceUrl) return "https://forge.coreweave.com/settings";
  return `${baseBeside(serviceUrl)}/authorize`;
}

/**
 * The base URL of the web app of a service, without a trailing slash: the configured one, else the one next to the
 * service (wandb/weave derives the service URL from it, `weave/trace/env.py`). Null if the configured URL is not valid:
 * it must be `https:`, or `http:` on this machine, without user name, query and fragment.
 */
export function webBase(configured: string, serviceUrl: string): string | null {
  if (configured.trim() === "") return baseBeside(serviceUrl);
  return remoteOf(parseServiceAddress(configured))?.url ?? null;
}

/** All base URLs of the web app at `base`. */
export function sameWebApp(base: string): readonly string[] {
  return publicWebUrls.some((url) => url === base) ? publicWebUrls : [base];
}

function baseBeside(serviceUrl: string): string {
  return serviceUrl === publicServiceUrl ? publicWebUrls[0] : serviceUrl.replace(/\/traces$/, "");
}

/** Where a service is and how to sign in to it. */
export interface ServiceAccess {
  /** Base URL, without a final slash. */
  readonly url: string;
  readonly username: string;
  readonly password: string;
}
