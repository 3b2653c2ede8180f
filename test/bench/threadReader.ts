import { execFile } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import type { Readable } from "node:stream";
import { promisify } from "node:util";
import split2 from "split2";
import { request } from "undici";
import { everyThread, selectionQuery } from "../../src/core/conversations/threadSelection.ts";
import { queryThreads } from "../../src/core/port/operations.ts";
import type { ProjectId } from "../../src/core/query/projectId.ts";
import { basicAuthorization } from "../../src/core/settings/credentials.ts";
import { defaultNetwork } from "../../src/core/settings/network.ts";
import { HttpThreadService } from "../../src/service/client.ts";

// Reads all threads of a service, in a process of its own so that each reader starts cold.

/** From the request to the last row. Other work on the machine hardly changes CPU time. */
interface ReadMeasure {
  readonly milliseconds: number;
  readonly cpuMilliseconds: number;
  readonly rows: number;
}

export interface ReadService {
  readonly url: string;
  readonly project: ProjectId;
  readonly password: string;
  readonly username: string;
}

/**
 * `limit` only splits lines and parses them; `threads` is the extension's, the only one that validates rows; the others
 * are common ways to read such a stream.
 */
export const readerNames = ["limit", "threads", "readline", "split2", "fetch"] as const;

export type ReaderName = (typeof readerNames)[number];

/** Reads everything in a new process. Rejects unless this many rows were read. */
export async function measuredReading(
  name: ReaderName,
  service: ReadService,
  rows: number,
  signal: AbortSignal,
): Promise<ReadMeasure> {
  const flags = ["--disable-warning=ExperimentalWarning", import.meta.filename];
  const { stdout } = await promisify(execFile)(process.execPath, [...flags, name, JSON.stringify(service)], { signal });
  const measure: ReadMeasure = JSON.parse(stdout);
  if (measure.rows !== rows) throw new Error(`${name} read ${measure.rows} of ${rows} rows.`);
  return measure;
}

function readers(service: ReadService): Readonly<Record<ReaderName, () => Promise<number>>> {
  const { url, project, username, password } = service;
  const path = `${url}/threads/stream_query`;
  const post = {
    method: "POST" as const,
    headers: { authorization: basicAuthorization(username, password), "content-type": "application/json" },
    body: JSON.stringify({ project_id: project }),
  };
  const body = async (): Promise<Readable> => (await request(path, post)).body;
  return {
    async limit() {
      let rows = 0;
      let rest = "";
      const decoder = new TextDecoder();
      const answer = await body();
      answer.on("data", (bytes: Buffer) => {
        const text = rest + decoder.decode(bytes, { stream: true });
        let start = 0;
        for (let end = text.indexOf("\n"); end >= 0; end = text.indexOf("\n", start)) {
          JSON.parse(text.slice(start, end));
          rows += 1;
          start = end + 1;
        }
        rest = text.slice(start);
      });
      await once(answer, "end");
      return rows;
    },
    async threads() {
      const network = () => defaultNetwork;
      const client = new HttpThreadService({ url, username, password, network, fetch, onRequest: () => undefined });
      let rows = 0;
      const query = { project, ...selectionQuery(everyThread, { bounds: {}, limit: null, offset: 0 }) };
      for await (const batch of client.rows(queryThreads, query, new AbortController().signal)) rows += batch.length;
      return rows;
    },
    async readline() {
      let rows = 0;
      const lines = createInterface({ input: await body() });
      lines.on("line", (line) => {
        JSON.parse(line);
        rows += 1;
      });
      await once(lines, "close");
      return rows;
    },
    async split2() {
      let rows = 0;
      for await (const _row of (await body()).pipe(split2(JSON.parse))) rows += 1;
      return rows;
    },
    async fetch() {
      let rows = 0;
      let rest = "";
      const decoder = new TextDecoder();
      for await (const bytes of (await fetch(path, post)).body ?? []) {
        const lines = (rest + decoder.decode(bytes, { stream: true })).split("\n");
        rest = lines.pop() ?? "";
        for (const line of lines) JSON.parse(line);
        rows += lines.length;
      }
      return rows;
    },
  };
}

if (process.argv[1] === import.meta.filename) {
  const [name, service = ""] = process.argv.slice(2);
  const reader = readerNames.find((one) => one === name);
  if (reader === undefined) throw new Error(`Unknown reader ${name}.`);
  const read = readers(JSON.parse(service))[reader];
  const begun = performance.now();
  const used = process.cpuUsage();
  const rows = await read();
  const { user, system } = process.cpuUsage(used);
  const measure: ReadMeasure = {
    milliseconds: performance.now() - begun,
    cpuMilliseconds: (user + system) / 1000,
    rows,
  };
  console.log(JSON.stringify(measure));
  process.exit();
}
