import { mkdtemp, realpath, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** An empty temporary folder, removed with everything in it when disposed. */
export type FreshFolder = AsyncDisposable & { readonly path: string };

export async function freshFolder(purpose: string): Promise<FreshFolder> {
  const path = await realpath(await mkdtemp(join(tmpdir(), `weave-threads-${purpose}-`)));
  return {
    path,
    // A process that is just ending may still write while its files are removed, hence the retries.
    [Symbol.asyncDispose]: () => rm(path, { recursive: true, force: true, maxRetries: 10 }),
  };
}
