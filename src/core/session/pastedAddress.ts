import { type ProjectId, parseProjectId } from "../query/projectId.ts";
import {
  type AddressProblem,
  isLoopback,
  parseServiceAddress,
  publicService,
  publicWebUrls,
  remoteOf,
  type ServicePlace,
  webBase,
} from "../settings/serviceUrl.ts";
import { decodedParts } from "./webAddress.ts";

export interface PastedAddress {
  readonly service: ServicePlace;
  /** Null if it names a service only. */
  readonly project: ProjectId | null;
}

/** A web app of a service. On W&B's own, every page below an entity and a project belongs to that project. */
export interface WebApp {
  readonly base: string;
  readonly service: ServicePlace;
}

const publicApps: readonly WebApp[] = [...publicWebUrls, "https://app.wandb.ai"].map((base) => ({
  base,
  service: publicService,
}));

/** W&B's own hosts. A URL of one that is not a page of a project stands for its service. */
const publicHosts = [
  "trace.wandb.ai",
  "api.wandb.ai",
  "wandb.ai",
  "www.wandb.ai",
  "app.wandb.ai",
  "forge.coreweave.com",
];

/** A host without a scheme, with or without a port and a path. */
const bareHost =
  /^(?:localhost|\[[\da-f:.]+\]|[\p{L}\p{N}][\p{L}\p{N}-]*(?:\.[\p{L}\p{N}-]+)+)(?::\d+)?(?:[/?#]\S*)?$/iu;

/** The web apps of services; `webUrl` is the configured one, which belongs to the first. */
export function webAppsOf(services: readonly ServicePlace[], webUrl: string): readonly WebApp[] {
  return services.flatMap((service, index) => {
    const bases = [webBase("", service.url), index === 0 ? webBase(webUrl, service.url) : null];
    return [...new Set(bases)].flatMap((base) => (base === null ? [] : { base, service }));
  });
}

/**
 * The service and project of a URL: a page of a project in the web app, a host without a scheme, or a service URL.
 * Null if the text is no URL. A web app that is not among the known `apps` belongs to the service at `/traces` below it.
 */
export function readPasted(text: string, apps: readonly WebApp[] = []): PastedAddress | AddressProblem | null {
  // Mail programs and Markdown enclose URLs.
  const trimmed = text.trim().replace(/^<(.*)>$/s, "$1");
  const isBare = bareHost.test(trimmed);
  if (!isBare && !trimmed.includes("://")) return null;
  const full = isBare ? withScheme(trimmed) : trimmed;
  const address = parseServiceAddress(full.replace(/[?#].*$/s, ""));
  if (typeof address === "string" || address.kind === "sample")
    return typeof address === "string" ? address : "notAUrl";
  for (const { base, service } of [...publicApps, ...apps]) {
    if (address.url === base) return { service, project: null };
    // The client prints a space in the name of a project as a plus sign, and a plus sign as `%2B`.
    const below = address.url.startsWith(`${base}/`) ? address.url.slice(base.length + 1).replaceAll("+", "%20") : "";
    const path = decodedParts(below);
    const project = projectOf(path, service.url === publicService.url);
    if (project !== undefined) return { service, project };
  }
  const { host, pathname } = new URL(address.url);
  if (publicHosts.includes(host)) return { service: publicService, project: null };
  const path = pathname.split("/");
  const page = path.findIndex((part, index) => index > 2 && isWeavePage(part));
  const project = page < 0 ? undefined : projectOf(decodedParts(path.slice(page - 2).join("/")), false);
  if (project !== undefined)
    return { service: serviceBelow(address.origin + path.slice(0, page - 2).join("/")), project };
  if (isBare && pathname === "/") return { service: serviceBelow(address.origin), project: null };
  const service = remoteOf(parseServiceAddress(full));
  if (service === null) return "queryOrFragment";
  return { service: { url: service.url, origin: service.origin }, project: null };
}

/** A host without a scheme that no key looks like: in lower case, with a top-level domain of letters, or with a port. */
const hostNotKey =
  /^(?:(?:[a-z\d-]{1,63}\.)+[a-z]{2,24}(?::\d+)?|(?:localhost|[\d.]{7,15}|\[[\da-f:]+\]):\d+)(?:[/?#]\S*)?$/;

/** As `readPasted`, where a key is expected. */
export function readPastedForKey(text: string, apps: readonly WebApp[]): PastedAddress | AddressProblem | null {
  const trimmed = text.trim();
  return trimmed.includes("://") || hostNotKey.test(trimmed) ? readPasted(trimmed, apps) : null;
}

/** The project of a path, which without `anyPage` has to be that of a page of Weave. */
function projectOf([entity, name, page]: readonly string[], anyPage: boolean): ProjectId | undefined {
  return anyPage || isWeavePage(page) ? parseProjectId(`${entity ?? ""}/${name ?? ""}`) : undefined;
}

function isWeavePage(part: string | undefined): boolean {
  return part === "weave" || part === "r";
}

function serviceBelow(base: string): ServicePlace {
  return { url: `${base}/traces`, origin: new URL(base).origin };
}

/** Only this machine is reached without TLS. */
function withScheme(host: string): string {
  const url = `http://${host}`;
  return URL.canParse(url) && isLoopback(new URL(url).hostname) ? url : `https://${host}`;
}
