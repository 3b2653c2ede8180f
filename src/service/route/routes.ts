import { ServiceError } from "../../core/failures/fault.ts";
import type { NetworkSettings } from "../../core/network.ts";
import { chooseRoute, type Way } from "./chooseRoute.ts";
import { openDirectRoute } from "./directRoute.ts";
import { type Fetch, openEditorRoute } from "./editorRoute.ts";
import { proxyFault } from "./proxyFault.ts";
import { openProxyRoute } from "./proxyRoute.ts";
import { refusedRoute } from "./refusedRoute.ts";
import type { Carrier, Route } from "./route.ts";
import { type Trust, trustOf } from "./trust.ts";

/** The route of each request, by the current settings. */
export class Routes {
  readonly #network: () => NetworkSettings;
  readonly #fetch: Fetch;
  #current: { readonly key: string; readonly route: Route } | null = null;

  /** `fetch` is the editor's. */
  constructor(network: () => NetworkSettings, fetch: Fetch) {
    this.#network = network;
    this.#fetch = fetch;
  }

  /** The route to an origin, valid until the next call: after a change of settings it accepts no further request. */
  to(origin: string): Route {
    const settings = this.#network();
    const { timeout, strictTls, systemCertificates } = settings;
    const way = chooseRoute(settings, origin);
    const key = JSON.stringify([origin, way, timeout, strictTls, systemCertificates]);
    if (this.#current?.key !== key) {
      const carrier = this.#open(way, timeout, origin.startsWith("https:") ? trustOf(settings) : withoutTls);
      const route = { ...carrier, reason: way.reason };
      this.#current?.route.retire();
      this.#current = { key, route };
    }
    return this.#current.route;
  }

  /** Closes every connection of the current route, including those in use. */
  async close(): Promise<void> {
    await this.#current?.route.close();
  }

  #open(way: Way, timeout: number, trust: Trust): Carrier {
    switch (way.kind) {
      case "direct":
        return openDirectRoute(timeout, trust);
      case "proxy":
        return openProxyRoute(way.proxy, timeout, trust);
      case "editor":
        return openEditorRoute(this.#fetch);
      case "unusable":
        return refusedRoute("proxy", () => proxyFault(null, null, way.detail));
      case "unsafe":
        return refusedRoute("none", () => new ServiceError({ kind: "unsafe", danger: way.danger }));
    }
  }
}

/** Avoids reading certificates. */
const withoutTls: Trust = { rejectUnauthorized: true };
