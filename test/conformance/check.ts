import { projectClient } from "../../src/core/conversations/conversationSources.ts";
import { ServiceError } from "../../src/core/failures/fault.ts";
import type { ProjectClient } from "../../src/core/port/projectClient.ts";
import { defaultNetwork } from "../../src/core/settings/network.ts";
import { HttpThreadService } from "../../src/service/client.ts";
import { requestClock } from "../../src/service/requestClock.ts";
import type { DataSet } from "./dataSet.ts";

/** A service under test, with the extension's client. */
export interface Requested extends ProjectClient, AsyncDisposable {
  readonly url: string;
  readonly username: string;
  readonly password: string;
  /** The status of the last response; null if there was none since the last call. */
  readonly takeStatus: () => number | null;
}

/** A request to a service that contains the data set. */
export interface Check {
  /** Unique within a part. */
  readonly name: string;
  /** The extension's result, which can be a `ServiceError`. */
  readonly ask: (requested: Requested, signal: AbortSignal) => Promise<unknown>;
  /** The expected result, recomputed from the data set; undefined if the data set does not determine it. */
  readonly expect?: (data: DataSet) => unknown;
}

/** A group of checks. */
export interface Part {
  readonly title: string;
  readonly checks: (data: DataSet) => readonly Check[];
}

/** The result of a rejected request. */
export function refused(fault: string, status: number | null): unknown {
  return { fault, status };
}

export interface RequestedService {
  readonly url: string;
  readonly username: string;
  readonly password: string;
}

/** The extension's client, without waits between attempts. */
export function requestedOf({ url, username, password }: RequestedService, { project }: DataSet): Requested {
  let status: number | null = null;
  const service = new HttpThreadService({
    url,
    username,
    password,
    network: () => defaultNetwork,
    fetch,
    onRequest: (entry) => {
      status = entry.status;
    },
    clock: { ...requestClock, random: () => 0 },
  });
  const end = () => service.close();
  const takeStatus = () => {
    const taken = status;
    status = null;
    return taken;
  };
  return {
    ...projectClient(service, project),
    url,
    username,
    password,
    service,
    takeStatus,
    [Symbol.asyncDispose]: end,
  };
}

/** A result as plain JSON. Other errors include the service's URL, so that they never compare as equal. */
export async function answerOf({ ask }: Check, requested: Requested, signal: AbortSignal): Promise<unknown> {
  requested.takeStatus();
  try {
    return plain(await ask(requested, signal));
  } catch (error) {
    if (signal.aborted) throw error;
    if (error instanceof ServiceError) return refused(error.fault.kind, requested.takeStatus());
    return { url: requested.url, error: String(error) };
  }
}

export function plain(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value ?? null));
}
