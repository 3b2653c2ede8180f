import { proxyFault } from "./proxyFault.ts";
import type { Carrier } from "./route.ts";

/** Where the settings name a proxy that cannot be used: going past it might be what they forbid. */
export function unusableRoute(detail: string): Carrier {
  return {
    name: "proxy",
    dispatch: () => {
      throw proxyFault(null, null, detail);
    },
    retire: () => undefined,
    close: async () => undefined,
  };
}
