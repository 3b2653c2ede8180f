import { mkdtemp, realpath, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** A temporary folder, removed with its contents when disposed. */
export type FreshFolder = AsyncDisposable & { readonly path: string };

export async function freshFolder(purpose: string): Promise<FreshFolder> {
  const path = await realpath(await mkdtemp(join(tmpdir(), `weave-threads-${purpose}-`)));
  return {
    path,
    // Retry because an exiting process may still write files.
    [Symbol.asyncDispose]: () => rm(path, { recursive: true, force: true, maxRetries: 10 }),
  };
}
