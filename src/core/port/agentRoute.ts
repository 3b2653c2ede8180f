import { ServiceError } from "../failures/fault.ts";
import { CallRoute } from "./callRoute.ts";

/** Whether a service has the Agents API, and whether a project was seen to have agent conversations. */
export class AgentRoute extends CallRoute {
  isUsed = false;

  /** As `ask`; null if the service lacks the Agents API. */
  async askIfThere<T>(task: () => Promise<T>, signal: AbortSignal): Promise<T | null> {
    try {
      return await this.ask(task, signal);
    } catch (error) {
      if (error instanceof ServiceError && error.fault.kind === "routeMissing") return null;
      throw error;
    }
  }
}
