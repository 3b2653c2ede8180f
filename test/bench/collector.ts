import { fork } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { Worker } from "node:worker_threads";
import { otlpBody } from "../collector/otlpBody.ts";
import { projectFolder } from "../editor/paths.ts";
import { runMain } from "../editor/runMain.ts";
import { measurePeers } from "./collectorPeers.ts";
import { notify } from "./figure.ts";

// How fast the collector takes spans and calls in: for a second of CPU time of its process, which is apart from what
// sends. All are answered after they are stored, and counted at the end.

const spansAtOnce = 100;
const callsAtOnce = 50;
const bodies = 200;
const connections = 2;
const project = "bench/collector";
const key = "0123456789".repeat(4);
/** About 2.4 kB for each span, as those of agents with messages. */
const said = JSON.stringify([{ role: "user", parts: [{ type: "text", content: "Where is my order? ".repeat(55) }] }]);

/** What the process of the collector tells: its address, then its figures at each request. */
interface Figures {
  readonly url: string;
  /** Seconds. */
  readonly cpu: number;
  /** Bytes that the collector adds to a process that has one already, as the extension host is. */
  readonly memory: number;
}

if (process.argv[2] === "serve") await serve();
else await runMain(measure);

async function serve(): Promise<void> {
  const options = { file: join(process.argv[3] ?? "", "calls.db"), port: 0, key, retention: { bytes: 1e10, days: 30 } };
  const before = process.resourceUsage().maxRSS;
  const worker = new Worker(join(projectFolder, "dist", "localService.mjs"), { workerData: { collector: options } });
  const [notified]: Pick<Figures, "url">[] = await once(worker, "message");
  const url = notified?.url ?? "";
  const say = () => {
    const { user, system } = process.cpuUsage();
    process.send?.({
      url,
      cpu: (user + system) / 1e6,
      memory: (process.resourceUsage().maxRSS - before) * 1024,
    } satisfies Figures);
  };
  process.on("message", say).on("disconnect", () => process.exit());
  say();
}

async function measure(signal: AbortSignal): Promise<number> {
  const folder = await mkdtemp(join(tmpdir(), "weave-bench-"));
  const begun = performance.now();
  const server = fork(import.meta.filename, ["serve", folder], { execArgv: ["--disable-warning=ExperimentalWarning"] });
  const figures = async (): Promise<Figures> => {
    const [notified]: Figures[] = await once(server, "message", { signal });
    if (notified === undefined) throw new Error("The collector says nothing.");
    return notified;
  };
  const { url } = await figures();
  console.log(`started after ${(performance.now() - begun).toFixed(0)} ms, with its process`);
  const requested = async () => {
    const notified = figures();
    server.send({});
    return await notified;
  };
  const post = async (path: string, body: Buffer | string, type: string): Promise<Response> => {
    const authorization = `Basic ${Buffer.from(`api:${key}`).toString("base64")}`;
    const headers = { authorization, "content-type": type, project_id: project };
    const response = await fetch(url + path, {
      method: "POST",
      headers,
      body: new Uint8Array(Buffer.from(body)),
      signal,
    });
    if (!response.ok) throw new Error(`${response.status} ${await response.text()}`);
    return response;
  };
  const perSecond = async (count: number, send: (body: number) => Promise<Response>) => {
    const { cpu: before } = await requested();
    let next = 0;
    await Promise.all(
      Array.from({ length: connections }, async () => {
        while (next < bodies) await (await send(next++)).arrayBuffer();
      }),
    );
    const { cpu } = await requested();
    return (count * bodies) / (cpu - before);
  };
  const spans = await perSecond(spansAtOnce, (at) =>
    post("/agents/otel/v1/traces", spansBody(at), "application/x-protobuf"),
  );
  const calls = await perSecond(callsAtOnce, (at) => {
    const batch = Array.from({ length: callsAtOnce }, (_, each) => {
      const id = hex(at * callsAtOnce + each + 1, 32);
      const times = { started_at: "2026-11-01T00:00:00.000001Z", ended_at: "2026-11-01T00:00:01.000001Z" };
      const documents = { attributes: {}, inputs: { question: said }, output: { answer: "In Graz." }, summary: {} };
      return {
        project_id: project,
        id,
        trace_id: id,
        op_name: "answer",
        thread_id: `t-${each}`,
        turn_id: id,
        ...times,
        ...documents,
      };
    });
    return post("/v2/bench/collector/calls/complete", JSON.stringify({ batch }), "application/json");
  });
  const counted = await (
    await post("/calls/query_stats", JSON.stringify({ project_id: project }), "application/json")
  ).json();
  const stored = await (
    await post("/agents/spans/query", JSON.stringify({ project_id: project, limit: 0 }), "application/json")
  ).json();
  const { memory, cpu } = await requested();
  await delay(10_000, undefined, { signal });
  const idle = (await requested()).cpu - cpu;
  server.disconnect();
  await once(server, "exit");
  await rm(folder, { recursive: true });
  if (Object(counted).count !== callsAtOnce * bodies || Object(stored).total_count !== spansAtOnce * bodies)
    throw new Error(`The collector has ${JSON.stringify([counted, Object(stored).total_count])}.`);
  notify({
    what: "Collector: spans taken in for a second of its CPU time",
    measured: spans,
    unit: "perSecond",
    least: 6000,
  });
  notify({
    what: "Collector: calls taken in for a second of its CPU time",
    measured: calls,
    unit: "perSecond",
    least: 10_000,
  });
  notify({ what: "Collector: memory that it adds to its process", measured: memory / 1e6, budget: 150, unit: "MB" });
  notify({ what: "Collector: CPU time in ten idle seconds", measured: 1000 * idle, budget: 50, unit: "ms" });
  await measurePeers(
    Array.from({ length: 64 }, (_, at) => spansBody(at)),
    spansAtOnce,
    signal,
  );
  return 0;
}

function hex(number: number, digits: number): string {
  return number.toString(16).padStart(digits, "0");
}

/** Ten traces of ten spans each, as an exporter sends them. */
function spansBody(at: number): Buffer {
  const start = BigInt(Date.UTC(2026, 10, 1)) * 1_000_000n;
  const spans = Array.from({ length: spansAtOnce }, (_, each) => {
    const trace = at * 10 + Math.floor(each / 10);
    const time = start + BigInt(at * spansAtOnce + each) * 1_000_000n;
    return {
      ...{ traceId: hex(trace + 1, 32), spanId: hex(at * spansAtOnce + each + 1, 16), name: "chat gpt-5" },
      ...(each % 10 > 0 && { parentSpanId: hex(at * spansAtOnce + each - (each % 10) + 1, 16) }),
      ...{ start: time, end: time + 1_000_000n },
      attributes: {
        "gen_ai.conversation.id": `conv-${trace % 500}`,
        "gen_ai.operation.name": "chat",
        "gen_ai.request.model": "gpt-5",
        "gen_ai.usage.input_tokens": 100,
        "gen_ai.input.messages": said,
        "gen_ai.output.messages": said,
      },
    };
  });
  return otlpBody(spans);
}
