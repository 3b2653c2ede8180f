import type { ServiceError } from "../../core/failures/fault.ts";
import type { Carrier } from "./route.ts";

/** A route that sends nothing: the proxy setting is not valid, or the key would not be safe. */
export function refusedRoute(name: "proxy" | "none", failure: () => ServiceError): Carrier {
  return {
    name,
    dispatch: () => {
      throw failure();
    },
    retire: () => undefined,
    close: async () => undefined,
  };
}
