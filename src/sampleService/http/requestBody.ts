import type { IncomingMessage } from "node:http";
import { badRequest, RequestFailure } from "./requestFailure.ts";
import { invalidRequest } from "./validation.ts";

const maximumBytes = 1024 * 1024;

/**
 * What a request may hold: recursion over deeper ones would end the stack, and a wrong expression costs a message or more
 * for each of its objects.
 */
const maximumDepth = 200;
const maximumObjects = 4_000;

/** Reads the JSON body of a request. One that is too large is answered 413, one that is no JSON object 422. */
export async function readJsonBody(request: IncomingMessage): Promise<unknown> {
  const text = (await readBytes(request)).toString("utf8");
  if (text === "") throw invalidRequest([{ type: "missing", loc: ["body"], msg: "Field required", input: null }]);
  if (!isJsonType(request.headers["content-type"])) throw notAnObject(text);
  const body = parseJson(text);
  if (typeof body !== "object" || body === null || Array.isArray(body)) throw notAnObject(body);
  requireReasonable(body);
  return body;
}

async function readBytes(request: IncomingMessage): Promise<Buffer> {
  const tooLarge = new RequestFailure(413, { reason: "Request too large" });
  // Throwing leaves the rest of the body to the server, which reads it away so that the connection stays usable.
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

/** What comes without a type is taken for JSON: older clients of the service send none. */
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

function notAnObject(input: unknown): RequestFailure {
  const msg = "Input should be a valid dictionary or object to extract fields from";
  return invalidRequest([{ type: "model_attributes_type", loc: ["body"], msg, input }]);
}

function requireReasonable(body: object): void {
  let objects = 0;
  const visit = (value: unknown, depth: number): void => {
    if (typeof value !== "object" || value === null) return;
    if (depth > maximumDepth) throw badRequest(`The request goes deeper than ${maximumDepth} levels`);
    if (!Array.isArray(value) && ++objects > maximumObjects) {
      throw badRequest(`The request holds more than ${maximumObjects} objects`);
    }
    for (const member of Object.values(value)) visit(member, depth + 1);
  };
  visit(body, 1);
}
