import Agent from "undici/lib/dispatcher/agent.js";
import { agentRoute } from "./agentRoute.ts";
import { connectionLimits } from "./connectionLimits.ts";
import type { Route } from "./route.ts";
import type { Trust } from "./trust.ts";

/** Straight to the service. Nothing is asked of the network before the first request. */
export function openDirectRoute(timeout: number, trust: Trust): Route {
  return agentRoute("direct", new Agent({ ...connectionLimits(timeout), connect: { ...trust } }));
}
