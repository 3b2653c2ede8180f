import { parseServiceAddress, publicServiceUrl, remoteOf, withoutFinalSlashes } from "../settings/serviceUrl.ts";

/** The configuration that Weave and wandb read to find their service; blank is unset. */
export interface WeaveSetup {
  readonly WF_TRACE_SERVER_URL?: string | undefined;
  readonly WANDB_BASE_URL?: string | undefined;
  readonly WANDB_PUBLIC_BASE_URL?: string | undefined;
  /** `base_url` of wandb's settings file. */
  readonly settingsBaseUrl?: string | undefined;
}

export type NamedBy = keyof WeaveSetup | "default";

/** A trace service that this machine is configured for, and to which its keys belong. */
export interface WeaveService {
  /** Base URL, without a final slash. */
  readonly url: string;
  readonly origin: string;
  /** The host, with its port if any, whose netrc entry has the service's key. */
  readonly apiHost: string;
  readonly namedBy: NamedBy;
}

const defaultBase = "https://api.wandb.ai";

/** The valid trace services that a configuration names or its base URL implies: `weave/trace/env.py` of wandb/weave. */
export function weaveServices(setup: WeaveSetup): readonly WeaveService[] {
  const base = named(setup, "WANDB_BASE_URL", "settingsBaseUrl");
  const shown = named(setup, "WANDB_PUBLIC_BASE_URL") ?? base;
  const implied = shown === undefined || shown.address === defaultBase ? publicServiceUrl : `${shown.address}/traces`;
  const outright = named(setup, "WF_TRACE_SERVER_URL");
  const found = [
    ...(outright === undefined ? [] : [{ text: outright.address, namedBy: outright.by }]),
    { text: implied, namedBy: shown?.by ?? ("default" as const) },
  ].flatMap(({ text, namedBy }): WeaveService[] => {
    const service = remoteOf(parseServiceAddress(text));
    if (service === null) return [];
    const { url, origin } = service;
    const own = url === publicServiceUrl || base === undefined || !URL.canParse(base.address);
    return [{ url, origin, apiHost: own ? ownApiHost(url) : new URL(base.address).host, namedBy }];
  });
  return found.filter(({ url }, index) => found.findIndex((other) => other.url === url) === index);
}

/** The host whose netrc entry has the key of the service at a URL. */
export function apiHost(url: string, services: readonly WeaveService[]): string {
  return services.find((service) => service.url === url)?.apiHost ?? ownApiHost(url);
}

/** Without a configured base URL, only W&B's own service has its keys under another host name. */
function ownApiHost(url: string): string {
  return new URL(url === publicServiceUrl ? defaultBase : url).host;
}

function named<Name extends keyof WeaveSetup>(setup: WeaveSetup, ...names: readonly Name[]) {
  for (const by of names) {
    const address = withoutFinalSlashes(setup[by]?.trim() ?? "");
    if (address !== "") return { address, by };
  }
  return undefined;
}

/**
 * `base_url` in the section `default` of a settings file of wandb, which Python's `configparser` writes and reads:
 * `name = value` or `name: value`, comments from `#` or `;` at the start of a line. Undefined if there is none.
 */
export function settingsBaseUrl(text: string): string | undefined {
  let section = "";
  let found: string | undefined;
  for (const line of text.replace(/^\u{feff}/u, "").split(/\r\n|\n|\r/)) {
    section = /^\[(.+)\]/.exec(line)?.[1] ?? section;
    const [, name, value] = /^([^#;[=:\s][^=:]*)[=:](.*)$/.exec(line) ?? [];
    if (section === "default" && name?.trim().toLowerCase() === "base_url") found = value?.trim();
  }
  return found === "" ? undefined : found;
}
