import type { Work } from "../core/requests/requestBudget.ts";
import { contentEncoding } from "./body/contentEncoding.ts";
import { RowBody, type RowBodySettings } from "./body/rowBody.ts";
import { RowQueue } from "./body/rowQueue.ts";
import type { Connection, Endpoint } from "./connection.ts";
import type { ResponseHeaders } from "./http.ts";

/** A query with a streamed response. */
export interface RowQuery<Row> extends Omit<RowBodySettings<Row>, "delimited" | "pausesAt"> {
  readonly path: string;
  readonly body: object;
  readonly work?: Work | undefined;
  /** Whether rows may be compressed, and paused until they are read. */
  readonly unhurried?: boolean;
}

/** Bytes that may be buffered before the reader takes them: many socket reads. */
const mostAhead = 1024 * 1024;

/** The request starts with the first batch, and ends with the iteration. */
export async function* rowStream<Row extends object>(
  connection: Connection,
  { path, body, work, unhurried = false, ...rows }: RowQuery<Row>,
  signal: AbortSignal,
): AsyncGenerator<readonly Row[], void> {
  const queue = new RowQueue<Row>();
  const left = new AbortController();
  const operation = {
    path,
    body,
    work,
    compressed: unhurried,
    read: ({ headers }, exchange) => {
      if (unhurried) queue.onTake = () => exchange.resume();
      const pausesAt = unhurried ? mostAhead : undefined;
      return new RowBody(queue, exchange, { ...rows, pausesAt, delimited: isDelimited(headers) });
    },
    rows: () => queue.total,
  } satisfies Endpoint;
  connection.ask(operation, AbortSignal.any([signal, left.signal])).then(
    () => queue.complete(),
    (error: unknown) => queue.fail(error),
  );
  try {
    for (let batch = await queue.take(); batch; batch = await queue.take()) {
      signal.throwIfAborted();
      yield batch;
    }
  } finally {
    left.abort();
  }
}

/** Whether the end of the body differs from a broken connection; a compressed body marks its own end. */
function isDelimited(headers: ResponseHeaders): boolean {
  if (headers["content-length"] !== undefined || headers["transfer-encoding"] !== undefined) return true;
  return contentEncoding(headers) !== "identity";
}
