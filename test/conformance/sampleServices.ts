import { serveCalls } from "../../src/localService/http/server.ts";
import { CallDatabase } from "../../src/localService/query/database.ts";
import { agentProject, spans } from "./agentChecks.ts";
import type { RequestedService } from "./check.ts";
import type { DataSet } from "./dataSet.ts";

/** The sample service with the calls of a data set. */
export async function startSampleService(data: DataSet): Promise<RequestedService & AsyncDisposable> {
  const { project, table, calls, objects } = data;
  const agents = { id: agentProject, calls: [], objects: [], spans };
  const service = await serveCalls(new CallDatabase([{ id: project, calls, objects }, agents], table), 0);
  return { ...service, [Symbol.asyncDispose]: () => service.close() };
}
