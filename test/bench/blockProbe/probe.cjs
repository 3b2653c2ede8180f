// Keeps how long the extension host was held up at most, in the file that the environment names, and starts over when
// that file is removed. All extensions share one process, so this tells of the one that is measured.
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
