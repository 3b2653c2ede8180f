import { publicServiceUrl } from "./serviceUrl.ts";

/** The web page where keys for a service are made: that of the app beside it, as wandb/weave derives one from the other. */
export function keyPage(serviceUrl: string): string {
  if (serviceUrl === publicServiceUrl) return "https://wandb.ai/authorize";
  return `${serviceUrl.replace(/\/traces$/, "")}/authorize`;
}
