import type { IncomingMessage } from "node:http";
import { badRequest, RequestFailure } from "./requestFailure.ts";
import { invalidRequest, notAnObject } from "./validation.ts";

const maximumBytes = 1024 * 1024;

/**
 * Limits of requests: deeper recursion would overflow the stack, and an invalid expression produces at least one
 * message per object.
 */
const maximumDepth = 200;
const maximumObjects = 4_000;

/** Reads the JSON body of a request. Responds with 413 if it is too large, and with 422 if it is not a JSON object. */
export async function readJsonBody(request: IncomingMessage): Promise<unknown> {
  const text = (await readBytes(request)).toString("utf8");
  if (text === "") throw invalidRequest([{ type: "missing", loc: ["body"], msg: "Field required", input: null }]);
  if (!isJsonType(request.headers["content-type"])) throw wrongBody(text);
  const body = parseJson(text);
  if (typeof body !== "object" || body === null || Array.isArray(body)) throw wrongBody(body);
  requireReasonable(body);
  return body;
}

async function readBytes(request: IncomingMessage): Promise<Buffer> {
  const tooLarge = new RequestFailure(413, { reason: "Request too large" });
  // After an error, the server discards the rest of the body so that the connection stays usable.
  if (Number(request.headers["content-length"] ?? 0) > maximumBytes) throw tooLarge;
  return await new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let size = 0;
    request.on("data", (chunk: Buffer) => {
      size += chunk.length;
      if (size <= maximumBytes) chunks.push(chunk);
      else reject(tooLarge);
    });
    request.on("end", () => resolve(Buffer.concat(chunks)));
    request.on("error", reject);
  });
}

/** A missing content type means JSON: older clients send none. */
function isJsonType(contentType = "application/json"): boolean {
  return /^\s*application\/(?:[\w.-]+\+)?json\s*(?:;|$)/i.test(contentType);
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    const position = Number(/position (\d+)/.exec(String(error))?.[1] ?? 0);
    throw invalidRequest([{ type: "json_invalid", loc: ["body", position], msg: "JSON decode error", input: {} }]);
  }
}

function wrongBody(input: unknown): RequestFailure {
  const [type, msg] = notAnObject;
  return invalidRequest([{ type, loc: ["body"], msg, input }]);
}

function requireReasonable(body: object): void {
  let objects = 0;
  const visit = (value: unknown, depth: number): void => {
    if (typeof value !== "object" || value === null) return;
    if (depth > maximumDepth) throw badRequest(`The request is nested deeper than ${maximumDepth} levels`);
    if (!Array.isArray(value) && ++objects > maximumObjects) {
      throw badRequest(`The request contains more than ${maximumObjects} objects`);
    }
    for (const member of Object.values(value)) visit(member, depth + 1);
  };
  visit(body, 1);
}
