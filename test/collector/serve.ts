// Runs the collector in a process of its own, with its database in the folder that the argument names. Prints its URL.
import { join } from "node:path";
import { serveCollector } from "../../src/localService/collector/collector.ts";

const [, , folder = "", key = ""] = process.argv;
const options = { file: join(folder, "calls.db"), port: 0, key, retention: { bytes: 1e9, days: 30 } };
const { url } = await serveCollector(options, {
  onUnsupported: console.error,
  onFailure: console.error,
  onStopped: () => process.exit(),
});
console.log(url);
