/** Where the service is: the embedded sample, or a base address such as `https://host/traces`, without a final slash. */
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

/** Reads a service address. `http:` is taken for loopback hosts alone. */
export function parseServiceAddress(text: string): ServiceAddress | AddressProblem {
  const trimmed = text.trim();
  if (trimmed === sampleAddress) return { kind: "sample" };
  if (!URL.canParse(trimmed)) return "notAUrl";
  const url = new URL(trimmed);
  if (url.protocol !== "https:" && url.protocol !== "http:") return "notAUrl";
  if (url.username !== "" || url.password !== "") return "userInfo";
  if (url.search !== "" || url.hash !== "") return "queryOrFragment";
  if (url.protocol === "http:" && !isLoopback(url.hostname)) return "notHttps";
  return { kind: "remote", url: url.origin + url.pathname.replace(/\/+$/, ""), origin: url.origin };
}

/** Whether a URL's `hostname` names this machine by a loopback address or as `localhost`. */
export function isLoopback(hostname: string): boolean {
  return hostname === "localhost" || hostname === "[::1]" || /^127(?:\.\d{1,3}){3}$/.test(hostname);
}
