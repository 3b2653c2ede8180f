import { readFile } from "node:fs/promises";
import { join } from "node:path";
import * as z from "zod";
import type { CollectorAddress } from "../../src/core/collector/environment.ts";

/** What the client of release 0.54.0 sent for `program.py` in `/home/ada/desk`, in order. */
const recorded = z.object({
  requests: z.array(
    z.object({
      method: z.string(),
      path: z.string(),
      type: z.nullable(z.string()),
      encoding: z.nullable(z.string()),
      project: z.nullable(z.string()),
      text: z.optional(z.string()),
      base64: z.optional(z.string()),
    }),
  ),
});

/** Sends the recorded requests. `change` is applied to texts. Resolves to the paths and statuses of refused ones. */
export async function replay(
  { url, key }: CollectorAddress,
  change: (text: string) => string = (text) => text,
): Promise<readonly string[]> {
  const file = join(import.meta.dirname, "requests.json");
  const { requests } = recorded.parse(JSON.parse(await readFile(file, "utf8")));
  const refused: string[] = [];
  for (const { method, path, type, encoding, project, text, base64 } of requests) {
    const body = text === undefined ? (base64 === undefined ? null : Buffer.from(base64, "base64")) : change(text);
    const headers = {
      authorization: `Basic ${Buffer.from(`api:${key}`).toString("base64")}`,
      ...(type !== null && { "content-type": type }),
      ...(encoding !== null && { "content-encoding": encoding }),
      ...(project !== null && { project_id: project }),
    };
    const response = await fetch(url + path, { method, headers, body });
    await response.arrayBuffer();
    if (!response.ok) refused.push(`${path} ${response.status}`);
  }
  return refused;
}
