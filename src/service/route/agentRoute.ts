import type { Agent, Dispatcher } from "undici";
import type { Opening } from "./opening.ts";
import type { Carrier } from "./route.ts";

/**
 * A route by an undici dispatcher, whose connections are opened by `opening`. `proxy` carries them, and is closed
 * after it.
 */
export function agentRoute(name: string, agent: Agent, opening: Opening, proxy?: Dispatcher): Carrier {
  return {
    name,
    dispatch: (request, handler, abandoned) => opening.during(abandoned, () => agent.dispatch(request, handler)),
    retire: () => void agent.close().then(() => proxy?.close()),
    close: async () => void (await Promise.all([agent.destroy(), proxy?.destroy()])),
  };
}
