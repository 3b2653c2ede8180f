import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import { chmod, constants, copyFile, link, mkdir, readFile, unlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { CollectorAddress } from "../../core/collector/environment.ts";
import { errorCode } from "../../core/failures/fileFailure.ts";
import { memberOf } from "../../core/text/json.ts";

/** The one that takes over opens its database first, in milliseconds. */
const proofMs = 3000;
const mostProofs = 3;

/** Whether what listens there has the key, which is not sent; undefined if it does not answer in time. */
async function proof(url: string, key: string, milliseconds: number): Promise<boolean | undefined> {
  const nonce = randomBytes(16).toString("hex");
  try {
    const signal = AbortSignal.timeout(milliseconds);
    const response = await fetch(`${url}/health?nonce=${nonce}`, { redirect: "error", signal });
    const sent = Buffer.from(String(memberOf(await response.json(), "proof")));
    const expected = Buffer.from(createHmac("sha256", key).update(nonce).digest("hex"));
    return sent.length === expected.length && timingSafeEqual(sent, expected);
  } catch (error) {
    return error instanceof Error && error.name === "TimeoutError" ? undefined : false;
  }
}

/** Whether it has the key, and says so in time. */
export async function hasKey(url: string, key: string, milliseconds = proofMs): Promise<boolean> {
  return (await proof(url, key, milliseconds)) === true;
}

/** Whether it has the key; one that is busy is asked again. */
export async function isProven(url: string, key: string): Promise<boolean> {
  for (let attempt = 0; attempt < mostProofs; attempt++) {
    const isKnown = await proof(url, key, proofMs);
    if (isKnown !== undefined) return isKnown;
  }
  return false;
}

/** The key in the folder of the collector, which only the user can read. Both are made at first. */
export async function keyOf(folder: string): Promise<string> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await chmod(folder, 0o700);
  const file = join(folder, "key");
  const known = await readKey(file);
  if (known !== null) return known;
  // A link appears with all of its content, and only one window makes it.
  const made = `${file}.${randomBytes(4).toString("hex")}`;
  await writeFile(made, randomBytes(20).toString("hex"), { mode: 0o600, flag: "wx", flush: true });
  // One that a power cut has left empty is of no use.
  if ((await readFile(file, "utf8").catch(() => "none")) === "") await unlink(file);
  try {
    await link(made, file)
      .catch((error: unknown) => {
        if (errorCode(error) === "EEXIST") throw error;
        // Without links, as on some drives.
        return copyFile(made, file, constants.COPYFILE_EXCL);
      })
      .catch((error: unknown) => {
        if (errorCode(error) !== "EEXIST") throw error;
      });
  } finally {
    await unlink(made);
  }
  const kept = await readKey(file);
  if (kept === null) throw new Error("The key of the collector cannot be read.");
  return kept;
}

async function readKey(file: string): Promise<string | null> {
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
