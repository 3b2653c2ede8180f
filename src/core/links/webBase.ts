import { parseServiceAddress, publicServiceUrl } from "../session/serviceUrl.ts";

/**
 * The base URL of the web app of a service, without a trailing slash: the configured one, else the one next to the
 * service (wandb/weave derives the service URL from it, `weave/trace/env.py`). Null if the configured URL is not valid:
 * it must be `https:`, or `http:` on this machine, without user name, query and fragment.
 */
export function webBase(configured: string, serviceUrl: string): string | null {
  if (configured.trim() === "") return baseBeside(serviceUrl);
  const address = parseServiceAddress(configured);
  return typeof address === "string" || address.kind === "sample" ? null : address.url;
}

function baseBeside(serviceUrl: string): string {
  return serviceUrl === publicServiceUrl ? "https://wandb.ai" : serviceUrl.replace(/\/traces$/, "");
}
