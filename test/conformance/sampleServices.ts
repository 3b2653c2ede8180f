import { serveCalls } from "../../src/sampleService/http/server.ts";
import type { ProjectData } from "../../src/sampleService/query/call.ts";
import { CallDatabase } from "../../src/sampleService/query/database.ts";
import { serviceOptions } from "../../src/sampleService/serviceOptions.ts";
import type { AskedService } from "./check.ts";
import type { DataSet, Table } from "./dataSet.ts";

const Database: new (projects: readonly ProjectData[], table: Table) => CallDatabase = CallDatabase;

/** The sample service with the calls of a data set; null where it has no such table. */
export async function startSampleService(data: DataSet): Promise<(AskedService & AsyncDisposable) | null> {
  const { project, table, calls, objects } = data;
  if (table !== "merged" && !serviceOptions.safeParse({ table }).success) return null;
  const service = await serveCalls(new Database([{ id: project, calls, objects }], table), 0);
  return { ...service, [Symbol.asyncDispose]: () => service.close() };
}
