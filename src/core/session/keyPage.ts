import { publicServiceUrl } from "./serviceUrl.ts";

/** The web page to create keys for a service, derived from its URL as in wandb/weave. */
export function keyPage(serviceUrl: string): string {
  if (serviceUrl === publicServiceUrl) return "https://wandb.ai/authorize";
  return `${serviceUrl.replace(/\/traces$/, "")}/authorize`;
}
