import { CallRoute } from "../conversations/callRoute.ts";

/** Whether a service has the Agents API, and whether a project was seen to have agent conversations. */
export class AgentRoute extends CallRoute {
  isUsed = false;
}
