import { Loader } from "../async/loader.ts";
import type { LoadState } from "../async/loadState.ts";
import { ServiceError } from "../failures/fault.ts";
import { countCalls, listSpans } from "../port/operations.ts";
import { backgroundClient, type ProjectClient } from "../port/projectClient.ts";
import type { CallCount } from "../query/callQuery.ts";

/** The number of calls in the project and their storage size. */
export class ProjectCount extends Loader<CallCount> {
  #target: ProjectClient | null = null;

  /** Clears the count. Nothing is requested before `refresh`. */
  open(target: ProjectClient | null): void {
    this.#target = target;
    this.reset();
  }

  /** Resolves to the result; null if there is no target or a newer request replaced this one. */
  async refresh(isAutomatic = false): Promise<LoadState<CallCount> | null> {
    const target = this.#target;
    if (target === null) return null;
    const client = isAutomatic ? backgroundClient(target) : target;
    const { service, project } = client;
    return this.run(async (signal, show) => {
      const count = await service.ask(countCalls, { project, includeStorageSize: true }, signal);
      // Most projects have no agents.
      if (count.count > 0 && !client.agentRoute.isUsed) return count;
      show(count);
      const spans = await countSpans(client, signal);
      return spans === 0 ? count : { ...count, spans };
    });
  }
}

/** The spans of a project; 0 if they cannot be counted: the calls are what the count is about. */
async function countSpans({ service, project, agentRoute }: ProjectClient, signal: AbortSignal): Promise<number> {
  try {
    const ask = () => service.ask(listSpans, { project, limit: 0, details: false }, signal);
    return (await agentRoute.ask(ask, signal)).total;
  } catch (error) {
    if (error instanceof ServiceError) return 0;
    throw error;
  }
}
