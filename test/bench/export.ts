import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import type { ExportFormat } from "../../src/core/export/exportFormat.ts";
import { freshFolder } from "../editor/freshFolder.ts";
import { runMain } from "../editor/runMain.ts";
import type { ExportMeasure } from "./exportProcess.ts";
import { median, notify } from "./figure.ts";
import { measuredReading } from "./threadReader.ts";
import { startThreadServer } from "./threadServer.ts";

// Exports of threads from a socket to a file, each in a separate process: the time for a million, and the memory
// compared with a tenth of them. Fails if memory grows with the rows.

const few = 100_000;
const many = 1_000_000;
/** Maximum bytes of memory added by exporting a million threads. */
const mostAdded = 100e6;
/** Exports and reads of the same threads, one after the other. */
const pairs = 5;
/** Maximum bytes more than for a tenth of them. Retaining all threads would take 300 MB, 300 bytes each. */
const mostGrowth = 40e6;
/** Maximum heap growth in bytes after the first 50,000 rows; retaining 10 bytes per row exceeds it. */
const mostKept = 9e6;
/**
 * V8 grows its young generation with the allocation rate, regardless of what is retained. With this limit it reaches
 * its full size after a few thousand rows, so any difference is retained memory.
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
  let [mostMemory, mostGrown] = [0, 0];
  for (const [format, encoding] of cases) {
    const file = join(folder.path, `threads.${format}`);
    const small = await exported(few, encoding, format, file, signal);
    const large = await exported(many, encoding, format, file, signal);
    const growth = added(large) - added(small);
    const kept = large.mostHeap - large.firstHeap;
    mostMemory = Math.max(mostMemory, added(large));
    mostGrown = Math.max(mostGrown, growth);
    const failed = !(added(large) <= mostAdded && growth <= mostGrowth && kept <= mostKept);
    if (failed) failures += 1;
    const seconds = large.milliseconds / 1000;
    console.log(
      `${many} threads as ${format} from ${encoding}: ${seconds.toFixed(1)} s, ${megabytes(large.bytes)} MB, ` +
        `${megabytes(large.bytes / seconds)} MB/s; memory +${megabytes(added(large))} MB to ${megabytes(large.peak)} MB, ` +
        `${growth < 0 ? "" : "+"}${megabytes(growth)} MB against ${few}; heap in use ${megabytes(large.firstHeap)} MB at first, ` +
        `${megabytes(large.mostHeap)} MB at most${failed ? " – TOO MUCH" : ""}`,
    );
  }
  notify({
    what: "Memory added by exporting 1,000,000 threads",
    measured: mostMemory / 1e6,
    budget: mostAdded / 1e6,
    unit: "MB",
  });
  notify({
    what: "Growth of that memory from 100,000 threads",
    measured: mostGrown / 1e6,
    budget: mostGrowth / 1e6,
    unit: "MB",
  });
  await using server = await startThreadServer(many, "identity", signal);
  const ratios: number[] = [];
  for (let pair = 0; pair < pairs; pair++) {
    const { milliseconds } = await exportedFrom(server.url, many, "jsonl", join(folder.path, "pair"), signal, []);
    const read = await measuredReading("threads", server, many, signal);
    ratios.push(milliseconds / read.milliseconds);
  }
  notify({
    what: "Exporting 1,000,000 threads, against reading them",
    measured: median(ratios),
    budget: 2.9,
    unit: "times",
  });
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
  encoding: "identity" | "gzip",
  format: ExportFormat,
  file: string,
  signal: AbortSignal,
): Promise<ExportMeasure> {
  await using server = await startThreadServer(rows, encoding, signal);
  return await exportedFrom(server.url, rows, format, file, signal);
}

async function exportedFrom(
  url: string,
  rows: number,
  format: ExportFormat,
  file: string,
  signal: AbortSignal,
  options: readonly string[] = flags,
): Promise<ExportMeasure> {
  const program = join(import.meta.dirname, "exportProcess.ts");
  const { stdout } = await run(process.execPath, [...options, program, url, format, file], { signal });
  const measure: ExportMeasure = JSON.parse(stdout);
  if (measure.rows !== rows) throw new Error(`${measure.rows} of ${rows} threads were written`);
  return measure;
}
