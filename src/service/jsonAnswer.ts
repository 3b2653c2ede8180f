import type * as z from "../zod.ts";
import { JsonBody } from "./body/jsonBody.ts";
import type { Connection, Endpoint } from "./connection.ts";

/** The answer to a request that is one JSON value. Rejects with a `ServiceError`, or the signal's reason. */
export async function jsonAnswer<T>(
  connection: Connection,
  post: Pick<Endpoint, "path" | "body" | "work" | "writes">,
  schema: z.ZodType<T>,
  maxBytes: number,
  signal: AbortSignal,
): Promise<T> {
  let response: JsonBody<T> | undefined;
  const read = () => {
    response = new JsonBody(schema, maxBytes);
    return response;
  };
  await connection.ask({ ...post, read, rows: () => (response?.value === undefined ? 0 : 1) }, signal);
  if (response?.value === undefined) throw new TypeError("a response that ended without an error has not been read");
  return response.value;
}
