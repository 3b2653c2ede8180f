import { fork } from "node:child_process";
import { once } from "node:events";
import { stat } from "node:fs/promises";
import { join } from "node:path";
import { createInterface } from "node:readline";
import type { ExportFormat } from "../../src/core/export/exportFormat.ts";
import { exportText } from "../../src/core/export/exportText.ts";
import { threadTable } from "../../src/core/export/threadTable.ts";
import { defaultNetwork } from "../../src/core/network.ts";
import { writeDiskFile } from "../../src/host/diskFile.ts";
import { HttpThreadService } from "../../src/service/client.ts";
import { freshFolder } from "../editor/freshFolder.ts";
import { runMain } from "../editor/runMain.ts";

// A million threads from a socket to a file: how long that takes, and how much memory more than before it.

const rows = 1_000_000;
const sampleEvery = 5;

await runMain(async (signal) => {
  await using folder = await freshFolder("export");
  const runs: readonly (readonly [ExportFormat, "identity" | "gzip"])[] = [
    ["jsonl", "identity"],
    ["csv", "identity"],
    ["csv", "gzip"],
    ["json", "gzip"],
  ];
  for (const [format, encoding] of runs) {
    const server = fork(join(import.meta.dirname, "threadServer.ts"), [String(rows), encoding], { silent: true });
    if (server.stdout === null) throw new Error("the server has no output");
    const [port] = await once(createInterface(server.stdout), "line");
    const service = new HttpThreadService({
      url: `http://127.0.0.1:${port}`,
      username: "api",
      password: "key",
      network: () => defaultNetwork,
      fetch,
      onRequest: () => undefined,
    });
    await exported(service, 10_000, join(folder.path, "warm"), format, signal);
    const before = process.memoryUsage();
    let most = before.rss;
    let mostHeap = before.heapUsed;
    const sampling = setInterval(() => {
      const { rss, heapUsed } = process.memoryUsage();
      most = Math.max(most, rss);
      mostHeap = Math.max(mostHeap, heapUsed);
    }, sampleEvery);
    const file = join(folder.path, `threads.${format}`);
    const start = performance.now();
    await exported(service, undefined, file, format, signal);
    const seconds = (performance.now() - start) / 1000;
    clearInterval(sampling);
    const { size } = await stat(file);
    const megabytes = (bytes: number) => (bytes / 1e6).toFixed(0);
    console.log(
      `${rows} threads as ${format} from ${encoding}: ${seconds.toFixed(1)} s, ${megabytes(size)} MB, ` +
        `${megabytes(size / seconds)} MB/s; memory +${megabytes(most - before.rss)} MB to ${megabytes(most)} MB, ` +
        `heap +${megabytes(mostHeap - before.heapUsed)} MB`,
    );
    await service.close();
    server.disconnect();
  }
  return 0;
});

async function exported(
  service: HttpThreadService,
  limit: number | undefined,
  file: string,
  format: ExportFormat,
  signal: AbortSignal,
): Promise<void> {
  const query = { project: "entity/project", unhurried: true } as const;
  const threads = async function* () {
    let left = limit ?? Number.POSITIVE_INFINITY;
    for await (const batch of service.queryThreads(query, signal)) {
      yield batch.slice(0, left);
      left -= batch.length;
      if (left <= 0) return;
    }
  };
  await writeDiskFile(file, exportText(threads(), threadTable, format), signal);
}
