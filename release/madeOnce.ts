import { createHash } from "node:crypto";
import { mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const folder = join(import.meta.dirname, "..", "node_modules", ".cache", "weave-threads", "packed");

/**
 * What a slow, reproducible step makes of its input. It is made once: packing again after a change repeats the step
 * only for the files that changed. The name has to say everything else that the result depends on.
 */
export async function madeOnce(name: string, input: Buffer, make: () => Promise<Uint8Array>): Promise<Buffer> {
  const file = join(folder, `${name}-${createHash("sha256").update(input).digest("hex")}`);
  try {
    return readFileSync(file);
  } catch {
    const made = Buffer.from(await make());
    mkdirSync(folder, { recursive: true });
    // Another process may read it at this moment.
    const part = `${file}.${process.pid}`;
    writeFileSync(part, made);
    renameSync(part, file);
    return made;
  }
}
