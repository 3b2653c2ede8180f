import Agent from "undici/lib/dispatcher/agent.js";
import { agentRoute } from "./agentRoute.ts";
import { connectionLimits } from "./connectionLimits.ts";
import { Opening } from "./opening.ts";
import type { Carrier } from "./route.ts";
import type { Trust } from "./trust.ts";

/** A direct route. Nothing is connected before the first request. */
export function openDirectRoute(timeout: number, trust: Trust): Carrier {
  const opening = new Opening();
  const connect = opening.connector(timeout, trust);
  return agentRoute("direct", new Agent({ ...connectionLimits(timeout), connect }), opening);
}
