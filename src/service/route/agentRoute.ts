import type { Agent, Dispatcher } from "undici";
import type { Route } from "./route.ts";

/** The way that a dispatcher of undici's goes. `proxy` carries its connections, and ends after it. */
export function agentRoute(name: string, agent: Agent, proxy?: Dispatcher): Route {
  return {
    name,
    dispatch: (options, handler) => void agent.dispatch(options, handler),
    retire: () => void agent.close().then(() => proxy?.close()),
    close: async () => void (await Promise.all([agent.destroy(), proxy?.destroy()])),
  };
}
