import { execFile, fork } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { promisify } from "node:util";
import type { ExportFormat } from "../../src/core/export/exportFormat.ts";
import { freshFolder } from "../editor/freshFolder.ts";
import { runMain } from "../editor/runMain.ts";
import type { ExportMeasure } from "./exportProcess.ts";

// Threads from a socket to a file, each export in a process of its own: how long a million take, and how much memory they
// take beside a tenth of them. Fails where memory grows with the rows.

const few = 100_000;
const many = 1_000_000;
/** Bytes of memory that a million threads may take beyond the process before the export. */
const mostAdded = 150e6;
/** Bytes more than a tenth of them take: a thread that is held takes 300, which would be 300 MB. */
const mostGrowth = 40e6;
/** Bytes of the heap that are in use beyond those after the first 50,000 rows: 10 of each further row are more. */
const mostKept = 9e6;
/**
 * V8 lets its young generation grow as long as much is made, whatever is kept of it. With this limit it has its full size
 * after a few thousand rows, and any difference is of what is kept.
 */
const flags = ["--expose-gc", "--max-semi-space-size=8"];

const run = promisify(execFile);

await runMain(async (signal) => {
  await using folder = await freshFolder("export");
  const cases: readonly (readonly [ExportFormat, "identity" | "gzip"])[] = [
    ["jsonl", "identity"],
    ["csv", "identity"],
    ["csv", "gzip"],
    ["json", "gzip"],
  ];
  let failures = 0;
  for (const [format, encoding] of cases) {
    const file = join(folder.path, `threads.${format}`);
    const small = await exported(few, encoding, format, file, signal);
    const large = await exported(many, encoding, format, file, signal);
    const growth = added(large) - added(small);
    const kept = large.mostHeap - large.firstHeap;
    const failed = !(added(large) <= mostAdded && growth <= mostGrowth && kept <= mostKept);
    if (failed) failures += 1;
    const seconds = large.milliseconds / 1000;
    console.log(
      `${many} threads as ${format} from ${encoding}: ${seconds.toFixed(1)} s, ${megabytes(large.bytes)} MB, ` +
        `${megabytes(large.bytes / seconds)} MB/s; memory +${megabytes(added(large))} MB to ${megabytes(large.peak)} MB, ` +
        `${growth < 0 ? "" : "+"}${megabytes(growth)} MB against ${few}; heap in use ${megabytes(large.firstHeap)} MB at first, ` +
        `${megabytes(large.mostHeap)} MB at the most${failed ? " – TOO MUCH" : ""}`,
    );
  }
  return failures === 0 ? 0 : 1;
});

function added({ peak, before }: ExportMeasure): number {
  return peak - before;
}

function megabytes(bytes: number): string {
  return (bytes / 1e6).toFixed(0);
}

async function exported(
  rows: number,
  encoding: string,
  format: ExportFormat,
  file: string,
  signal: AbortSignal,
): Promise<ExportMeasure> {
  const server = fork(join(import.meta.dirname, "threadServer.ts"), [String(rows), encoding], { silent: true });
  try {
    if (server.stdout === null) throw new Error("the server has no output");
    const [port] = await once(createInterface(server.stdout), "line", { signal });
    const program = join(import.meta.dirname, "exportProcess.ts");
    const { stdout } = await run(process.execPath, [...flags, program, String(port), format, file], { signal });
    const measure: ExportMeasure = JSON.parse(stdout);
    if (measure.rows !== rows) throw new Error(`${measure.rows} of ${rows} threads were written`);
    return measure;
  } finally {
    server.disconnect();
  }
}
