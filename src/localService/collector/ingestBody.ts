import type { IncomingMessage } from "node:http";
import { createGunzip, createInflate } from "node:zlib";
import type * as z from "../../zod.ts";
import { RequestFailure } from "../http/requestFailure.ts";
import type { OtlpResource } from "./otlp.ts";
import { readTraces } from "./protobuf.ts";

/** Clients send at most 31 MiB. */
const mostBytes = 32 * 1024 * 1024;
/** A body that has not arrived by then is refused. */
const longestMs = 60_000;

/** The body of a request, decompressed. Responds with 413 if it is larger than 32 MiB, before or after. */
export async function bytesOf(request: IncomingMessage): Promise<Buffer> {
  const tooLarge = new RequestFailure(413, { reason: "The request is larger than 32 MiB" });
  if (Number(request.headers["content-length"] ?? 0) > mostBytes) throw tooLarge;
  const encoding = request.headers["content-encoding"] ?? "identity";
  const decoder =
    encoding === "gzip"
      ? createGunzip()
      : encoding === "deflate"
        ? createInflate()
        : encoding === "identity"
          ? null
          : undefined;
  if (decoder === undefined) throw new RequestFailure(415, { reason: `Content encoding ${encoding} is not supported` });
  return await new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let size = 0;
    const fail = (failure: RequestFailure) => {
      reject(failure);
      decoder?.destroy();
      request.unpipe().resume();
    };
    const timer = setTimeout(() => fail(new RequestFailure(408, { reason: "The request took too long" })), longestMs);
    const source = decoder === null ? request : request.pipe(decoder);
    source.on("data", (chunk: Buffer) => {
      size += chunk.length;
      if (size > mostBytes) fail(tooLarge);
      else chunks.push(chunk);
    });
    source.on("end", () => resolve(Buffer.concat(chunks)));
    source.on("error", () => fail(new RequestFailure(400, { reason: "The body could not be decompressed" })));
    request.on("close", () => {
      clearTimeout(timer);
      if (!request.complete) reject(new RequestFailure(400, { reason: "The request was aborted" }));
    });
  });
}

/** Deeper documents would overflow the stack. */
const deepest = 500;

/** The JSON body of a request. Responds with 400 if it is none, and 422 with what is wrong with it. */
export async function jsonOf<T>(request: IncomingMessage, schema: z.ZodType<T>): Promise<T> {
  const result = schema.safeParse(parsed(await bytesOf(request)));
  if (result.success) return result.data;
  const detail = result.error.issues
    .slice(0, 20)
    .map(({ path, message }) => ({ loc: ["body", ...path], msg: message }));
  throw new RequestFailure(422, { detail });
}

export function parsed(bytes: Buffer): unknown {
  let depth = 0;
  try {
    const value: unknown = JSON.parse(bytes.toString("utf8"));
    depth = depthOf(value);
    if (depth <= deepest) return value;
  } catch {
    throw new RequestFailure(400, { reason: "The body is not valid JSON" });
  }
  throw new RequestFailure(422, { reason: `The body is nested deeper than ${deepest} levels` });
}

/** Exported traces in protobuf. Responds with 400 if they are none. */
export function protobufIn(bytes: Buffer): readonly OtlpResource[] {
  try {
    return readTraces(bytes);
  } catch {
    throw new RequestFailure(400, { reason: "The body is not a valid export request" });
  }
}

/** Without recursion; stops below `deepest`. */
function depthOf(value: unknown): number {
  let level = [value];
  let depth = 0;
  for (; level.length > 0 && depth <= deepest; depth++)
    level = level.flatMap((each) => (typeof each === "object" && each !== null ? Object.values(each) : []));
  return depth;
}
