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

/** The way of each request, by the settings of that moment. */
export class Routes {
  readonly #network: () => NetworkSettings;
  readonly #fetch: Fetch;
  #current: { readonly key: string; readonly route: Route } | null = null;

  /** `fetch` is the editor's. */
  constructor(network: () => NetworkSettings, fetch: Fetch) {
    this.#network = network;
    this.#fetch = fetch;
  }

  /** The way to an origin. It stands until the next is asked for: by other settings it takes no further request. */
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

  /** Ends every connection of the present way, those in use as well. */
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

/** Spares the reading of certificates. */
const withoutTls: Trust = { rejectUnauthorized: true };
