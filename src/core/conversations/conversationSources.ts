import { AgentRoute } from "../port/agentRoute.ts";
import type { ProjectClient, Service } from "../port/projectClient.ts";
import type { ProjectId } from "../query/projectId.ts";
import { agentSource } from "./agentSource.ts";
import { threadSource } from "./threadSource.ts";

/** A project, with every kind of conversation that there is. */
export function projectClient(service: Service, project: ProjectId, agentRoute = new AgentRoute()): ProjectClient {
  return { service, project, sources: [threadSource, agentSource], agentRoute };
}
