import { type Fault, ServiceError } from "../../core/failures/fault.ts";
import type { NetworkSettings } from "../../core/settings/network.ts";
import { type ChosenRoute, chooseRoute } from "./chooseRoute.ts";
import { openDirectRoute } from "./directRoute.ts";
import { openEditorRoute } from "./editorRoute.ts";
import { type Trust, trustOf } from "./opening.ts";
import { openProxyRoute } from "./proxyRoute.ts";
import type { Carrier, Route } from "./route.ts";

/** The route of each request, by the current settings. */
export class Routes {
  readonly #network: () => NetworkSettings;
  readonly #fetch: typeof globalThis.fetch;
  #current: { readonly key: string; readonly route: Route } | null = null;

  /** `fetch` is the editor's. */
  constructor(network: () => NetworkSettings, fetch: typeof globalThis.fetch) {
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
      const route = { ...this.#open(way, timeout, trustOf(origin, settings)), reason: way.reason };
      this.#current?.route.retire();
      this.#current = { key, route };
    }
    return this.#current.route;
  }

  /** Closes every connection of the current route, including those in use. */
  async close(): Promise<void> {
    await this.#current?.route.close();
  }

  #open(way: ChosenRoute, timeout: number, trust: Trust): Carrier {
    switch (way.kind) {
      case "direct":
        return openDirectRoute(timeout, trust);
      case "proxy":
        return openProxyRoute(way.proxy, timeout, trust);
      case "editor":
        return openEditorRoute(this.#fetch);
      case "unusable":
        return refusedRoute("proxy", { kind: "proxy", proxy: null, status: null, detail: way.detail });
      case "unsafe":
        return refusedRoute("none", { kind: "unsafe", danger: way.danger });
    }
  }
}

/** A route that sends nothing: the proxy setting is not valid, or the key would not be safe. */
function refusedRoute(name: "proxy" | "none", fault: Fault): Carrier {
  return {
    name,
    dispatch: () => {
      throw new ServiceError(fault);
    },
    retire: () => undefined,
    close: async () => undefined,
  };
}
