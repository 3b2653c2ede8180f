import type { Server } from "node:http";
import { answerCalls, listenOn, type RunningService } from "../http/server.ts";
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
  /** Old traces could not be deleted. */
  onFailure(error: unknown): void;
  /** It was stopped by a request. */
  onStopped(): void;
}

/** Writes after which size and age are looked at. */
const writesBetween = 500;

/**
 * Starts the collector. Rejects with the system error (`EADDRINUSE`, `EACCES`) if the port is not available, and with
 * SQLite's if the database cannot be opened: then nothing is changed.
 */
export async function serveCollector(
  { file, port, key, retention }: CollectorOptions,
  { onUnsupported, onFailure, onStopped }: CollectorEvents,
): Promise<RunningService> {
  // First, because it tells whether another window runs the collector: its database is locked then.
  const server = await listenOn(port);
  const store = openStore(file, server);
  let writes = 0;
  let purged = 0;
  const purge = () => {
    purged += store.purge(retention, Date.now());
  };
  const onWrite = () => {
    writes += 1;
    if (writes % writesBetween === 0) purge();
  };
  // Once it answers: other windows wait for its proof. Writes try again if it fails.
  setImmediate(() => {
    try {
      purge();
    } catch (error) {
      onFailure(error);
    }
  });
  const onStop = () => void service.close().then(onStopped);
  const routes = collectorRoutes({ store, key, onWrite, purged: () => purged, onUnsupported, onStop });
  const service = answerCalls(server, store.calls, routes);
  return service;
}

function openStore(file: string, server: Server): CollectorStore {
  try {
    return new CollectorStore(file);
  } catch (error) {
    server.close();
    throw error;
  }
}
