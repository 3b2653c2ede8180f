/** Where the service is: the embedded sample, or a base URL such as `https://host/traces`, without a final slash. */
export type ServiceAddress =
  | { readonly kind: "sample" }
  | { readonly kind: "remote"; readonly url: string; readonly origin: string };

export type AddressProblem =
  /** Not an absolute `https:` or `http:` address. */
  | "notAUrl"
  /** `http:` to another machine would send the key in the clear. */
  | "notHttps"
  /** A user name or password inside the address. */
  | "userInfo"
  /** A query or fragment, which would be lost when a path is added. */
  | "queryOrFragment";

/** The service that W&B runs. */
export const publicServiceUrl = "https://trace.wandb.ai";

export const sampleAddress = "sample:";

/** Reads a service URL. `http:` is taken for loopback hosts alone. */
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

/** In linear time: without the condition on what is before, a run of slashes is tried at each of them. */
export function withoutFinalSlashes(text: string): string {
  return text.replace(/(?<!\/)\/+$/, "");
}

/**
 * Whether a URL's `hostname` names this machine by a loopback address or as `localhost`. A `URL` has already turned every
 * way to write an IPv4 address (`127.1`, `0x7f000001`) into the plain one. Other names under `localhost` go to a resolver,
 * which may be a stranger's, and so are no loopback.
 */
export function isLoopback(hostname: string): boolean {
  return hostname === "localhost" || hostname === "[::1]" || loopbackAddress.test(hostname);
}

/** 127.0.0.0/8, by itself or mapped into IPv6, as a `URL` writes them. */
const loopbackAddress = /^(?:127(?:\.\d{1,3}){3}|\[::ffff:7f[\da-f]{2}:[\da-f]{1,4}\])$/;
