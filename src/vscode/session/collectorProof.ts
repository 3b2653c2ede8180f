import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import { readFile } from "node:fs/promises";
import type { CollectorAddress } from "../../core/collector/environment.ts";
import { errorCode } from "../../core/failures/fileFailure.ts";
import { memberOf } from "../../core/text/json.ts";

/** The one that takes over opens its database first, in milliseconds. */
const proofMs = 3000;

/** Whether what listens there answers in time that it has the key, which is not sent. */
export async function hasKey(url: string, key: string, milliseconds = proofMs): Promise<boolean> {
  const nonce = randomBytes(16).toString("hex");
  try {
    const response = await fetch(`${url}/health?nonce=${nonce}`, { signal: AbortSignal.timeout(milliseconds) });
    const proof = Buffer.from(String(memberOf(await response.json(), "proof")));
    const expected = Buffer.from(createHmac("sha256", key).update(nonce).digest("hex"));
    return proof.length === expected.length && timingSafeEqual(proof, expected);
  } catch {
    return false;
  }
}

export async function readKey(file: string): Promise<string | null> {
  const text = await readFile(file, "utf8").catch((error: unknown) => {
    if (errorCode(error) === "ENOENT") return "";
    throw error;
  });
  return /^[0-9a-f]{40}$/.test(text) ? text : null;
}

export function post({ url, key }: CollectorAddress, path: string, signal: AbortSignal): Promise<Response> {
  const authorization = `Basic ${Buffer.from(`api:${key}`).toString("base64")}`;
  const headers = { authorization, "content-type": "application/json" };
  return fetch(url + path, { method: "POST", headers, body: "{}", signal });
}
