import type { NetworkSettings } from "../../core/network.ts";
import { openDirectRoute } from "./directRoute.ts";
import type { Route } from "./route.ts";

/** The way of each request, by the settings of that moment. */
export class Routes {
  readonly #network: () => NetworkSettings;
  #route: Route | null = null;

  constructor(network: () => NetworkSettings) {
    this.#network = network;
  }

  /** The way to an origin. */
  to(_origin: string): Route {
    this.#route ??= openDirectRoute(this.#network().timeout);
    return this.#route;
  }

  /** Ends every connection, those in use as well. */
  async close(): Promise<void> {
    await this.#route?.close();
  }
}
