// Writes the longest event loop delay of the extension host to `BLOCK_PROBE_FILE`, and restarts when the file is
// removed. All extensions share this process, so it includes the extension under test.
const { existsSync, writeFileSync } = require("node:fs");
const { monitorEventLoopDelay } = require("node:perf_hooks");

const resolution = 1;

exports.activate = () => {
  const file = process.env.BLOCK_PROBE_FILE;
  const delays = monitorEventLoopDelay({ resolution });
  delays.enable();
  setInterval(() => {
    if (!existsSync(file)) delays.reset();
    writeFileSync(file, String(delays.max / 1e6 - resolution));
  }, 50).unref();
};
