import { parseServiceAddress, publicServiceUrl } from "../session/serviceUrl.ts";

/**
 * The address below which a service's web app is, without a final slash: the one that is configured, else that beside
 * the service (wandb/weave derives the service's from it the other way round, `weave/trace/env.py`). Null for a
 * configured one that cannot be used: it is `https:`, or `http:` on this machine, without user name, query and fragment.
 */
export function webBase(configured: string, serviceUrl: string): string | null {
  if (configured.trim() === "") return baseBeside(serviceUrl);
  const address = parseServiceAddress(configured);
  return typeof address === "string" || address.kind === "sample" ? null : address.url;
}

function baseBeside(serviceUrl: string): string {
  return serviceUrl === publicServiceUrl ? "https://wandb.ai" : serviceUrl.replace(/\/traces$/, "");
}
