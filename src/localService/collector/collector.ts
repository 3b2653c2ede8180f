import { type RunningService, serveCalls } from "../http/server.ts";
import { collectorRoutes } from "./routes.ts";
import { CollectorStore, type Retention } from "./store.ts";

export interface CollectorOptions {
  /** The database. */
  readonly file: string;
  readonly port: number;
  readonly key: string;
  readonly retention: Retention;
}

export interface CollectorEvents {
  /** A route that is not supported was asked for. */
  onUnsupported(path: string): void;
  /** Traces were deleted to keep within the limits. */
  onPurged(traces: number): void;
}

/** Writes after which the size is looked at. */
const writesBetween = 500;

/**
 * Starts the collector. Rejects with the system error (`EADDRINUSE`, `EACCES`) if the port is not available, and with
 * SQLite's if the database cannot be opened: then nothing is changed.
 */
export async function startCollector(
  { file, port, key, retention }: CollectorOptions,
  { onUnsupported, onPurged }: CollectorEvents,
): Promise<RunningService & { clear(): void; size(): number }> {
  const store = new CollectorStore(file);
  let writes = 0;
  const purge = () => {
    const deleted = store.purge(retention, Date.now());
    if (deleted > 0) onPurged(deleted);
  };
  const onWrite = () => {
    writes += 1;
    if (writes % writesBetween === 0) purge();
  };
  purge();
  const service = await serveCalls(store.calls, port, collectorRoutes({ store, key, onWrite, onUnsupported }));
  return Object.assign(service, { clear: () => store.clear(), size: () => store.size });
}
