import type { ServiceError } from "../../core/failures/fault.ts";
import type { Carrier } from "./route.ts";

/** Where nothing may be sent: because the settings name a proxy that cannot be used, or the key would not be safe. */
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
