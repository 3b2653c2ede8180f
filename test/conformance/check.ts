import { ServiceError } from "../../src/core/failures/fault.ts";
import { defaultNetwork } from "../../src/core/network.ts";
import type { Target } from "../../src/core/target.ts";
import { HttpThreadService } from "../../src/service/client.ts";
import { realClock } from "../../src/service/requestClock.ts";
import type { DataSet } from "./dataSet.ts";

/** A service to ask, in the ways that the extension asks. */
export interface Asked extends Target, AsyncDisposable {
  readonly url: string;
  readonly username: string;
  readonly password: string;
  /** Of the last answer; null where nothing was sent since it was read before. */
  readonly takeStatus: () => number | null;
}

/** A question to a service that holds the data set. */
export interface Check {
  /** One to a table. */
  readonly name: string;
  /** What the extension makes of the answer. A `ServiceError` is an answer, too. */
  readonly ask: (asked: Asked, signal: AbortSignal) => Promise<unknown>;
  /** The same from the data set, in plain code; absent where the data cannot tell. */
  readonly expect?: (data: DataSet) => unknown;
}

/** Checks of one kind. */
export interface Part {
  readonly title: string;
  readonly checks: (data: DataSet) => readonly Check[];
}

/** What is asked for, and refused. */
export function refused(fault: string, status: number | null): unknown {
  return { fault, status };
}

export interface AskedService {
  readonly url: string;
  readonly username: string;
  readonly password: string;
}

/** The extension's client, which waits for nothing between its attempts. */
export function askedOf({ url, username, password }: AskedService, { project }: DataSet): Asked {
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
    clock: { ...realClock, random: () => 0 },
  });
  const end = () => service.close();
  const takeStatus = () => {
    const taken = status;
    status = null;
    return taken;
  };
  return { url, username, password, service, project, takeStatus, [Symbol.asyncDispose]: end };
}

/** An answer as JSON would hold it. What is no answer of a service is told with its URL, so that no two are the same. */
export async function answerOf({ ask }: Check, asked: Asked, signal: AbortSignal): Promise<unknown> {
  asked.takeStatus();
  try {
    return plain(await ask(asked, signal));
  } catch (error) {
    if (signal.aborted) throw error;
    if (error instanceof ServiceError) return refused(error.fault.kind, asked.takeStatus());
    return { url: asked.url, error: String(error) };
  }
}

export function plain(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value ?? null));
}
