import { runMain } from "../editor/runMain.ts";
import { median, notify } from "./figure.ts";
import { measuredReading, type ReaderName, readerNames } from "./threadReader.ts";
import { startThreadServer } from "./threadServer.ts";

// A million threads from a socket: the extension's client against a reader that only splits lines and parses them, and
// against common ways to read such a stream. Each read has a fresh process and is measured in CPU time; the ratio is the
// median of pairs, which run one after the other.

const rows = 1_000_000;
const rounds = 7;

await runMain(async (signal) => {
  await using service = await startThreadServer(rows, "identity", signal);
  const times: Record<ReaderName, number[]> = { limit: [], threads: [], readline: [], split2: [], fetch: [] };
  for (let round = 0; round < rounds; round++)
    for (const name of readerNames)
      times[name].push((await measuredReading(name, service, rows, signal)).cpuMilliseconds);
  const ratios = times.threads.map((time, round) => time / (times.limit[round] ?? Number.NaN));
  notify({
    what: "Reading and checking 1,000,000 threads, against parsing alone",
    measured: median(ratios),
    budget: 1.35,
    unit: "times",
  });
  const names: Record<ReaderName, string> = {
    limit: "split and JSON.parse",
    threads: "this extension, with checks",
    readline: "readline and JSON.parse",
    split2: "split2 and JSON.parse",
    fetch: "fetch, split and JSON.parse",
  };
  for (const name of readerNames)
    notify({ what: `1,000,000 threads: ${names[name]}`, measured: median(times[name]), unit: "ms" });
  return 0;
});
