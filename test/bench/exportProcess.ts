import { queryThreads } from "../../src/core/port/operations.ts";
import "./withoutEditor.ts";
import { everyThread, selectionQuery } from "../../src/core/conversations/threadSelection.ts";
import { type ExportFormat, exportFormats } from "../../src/core/export/exportFormat.ts";
import { threadTable } from "../../src/core/export/exportTables.ts";
import { exportText } from "../../src/core/export/exportText.ts";
import { LazyThreadService } from "../../src/core/port/lazyThreadService.ts";
import type { ConversationSummary } from "../../src/core/query/thread.ts";
import { defaultNetwork } from "../../src/core/settings/network.ts";
import { createFormats } from "../../src/core/text/format.ts";
import { HttpThreadService } from "../../src/service/client.ts";

// Exports all threads of a service to a file, in a separate process so that nothing else affects its memory. Runs the
// feature's code without its dialogs, and prints an `ExportMeasure`.

/** Bytes and milliseconds. */
export interface ExportMeasure {
  readonly milliseconds: number;
  readonly bytes: number;
  /** Process memory before the export, and its peak. */
  readonly before: number;
  readonly peak: number;
  /** Heap after garbage collection early in the export, and its peak. */
  readonly firstHeap: number;
  readonly mostHeap: number;
  readonly rows: number;
}

/** Rows between heap measurements. */
const lookEvery = 50_000;

const [url = "", given, file = ""] = process.argv.slice(2);
const format = exportFormats.find((one) => one === given);
if (format === undefined) throw new Error(`Unknown format ${given}.`);

const { Uri } = await import("vscode");
const { runExport } = await import("../../src/features/export/exportRun.ts");
const account = { url, username: "api" };
const service = new LazyThreadService(
  async () =>
    new HttpThreadService({
      ...account,
      password: "key",
      network: () => defaultNetwork,
      fetch,
      onRequest: () => undefined,
    }),
);
const formats = createFormats("en");
const project = "entity/project";
const session = { kind: "signedIn", project, account: { ...account, origin: account.url } } as const;
const before = process.memoryUsage.rss();
const start = performance.now();
let rows = 0;
let nextLook = lookEvery;
const heaps: number[] = [];
const run = {
  title: "Exporting",
  texts: (given: AsyncIterable<readonly ConversationSummary[]>, as: ExportFormat) => exportText(given, threadTable, as),
  format,
  file: Uri.file(file),
  rows: (signal: AbortSignal) => {
    const query = selectionQuery(everyThread, { bounds: {}, limit: null, offset: 0 });
    return service.rows(queryThreads, { project, ...query, unhurried: true }, signal);
  },
  rowsText: (count: number) => `${formats.exact(count)} threads`,
  onRows: (count: number) => {
    rows = count;
    if (count < nextLook) return;
    nextLook += lookEvery;
    globalThis.gc?.();
    heaps.push(process.memoryUsage().heapUsed);
  },
};
const sessions = { session, onChange: () => ({ dispose: () => undefined }) };
const bytes = await runExport(run, { sessions, ending: new AbortController().signal, formats });
const milliseconds = performance.now() - start;
// The system's peak, in KiB; sampling could miss it.
const peak = process.resourceUsage().maxRSS * 1024;
const measure: ExportMeasure = {
  milliseconds,
  bytes,
  before,
  peak,
  firstHeap: heaps[0] ?? Number.NaN,
  mostHeap: Math.max(...heaps),
  rows,
};
console.log(JSON.stringify(measure));
await service.close();
