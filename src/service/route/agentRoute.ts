import type { Agent, Dispatcher } from "undici";
import type { Opening } from "./opening.ts";
import type { Route } from "./route.ts";

/**
 * The way that a dispatcher of undici's goes, whose connections are opened by `opening`. `proxy` carries them, and ends
 * after it.
 */
export function agentRoute(name: string, agent: Agent, opening: Opening, proxy?: Dispatcher): Route {
  return {
    name,
    dispatch: (request, handler, abandoned) => opening.during(abandoned, () => agent.dispatch(request, handler)),
    retire: () => void agent.close().then(() => proxy?.close()),
    close: async () => void (await Promise.all([agent.destroy(), proxy?.destroy()])),
  };
}
