// Runs the script in the first argument and exits with its parent: standard input is a pipe that closes even if the
// parent is killed.
import childProcess, { type ForkOptions } from "node:child_process";
import { syncBuiltinESMExports } from "node:module";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

process.stdin.on("close", () => process.exit(1)).resume();
if (process.env.WEAVE_THREADS_TEST_PORT !== undefined) preloadExtensionHosts();
process.argv.splice(1, 1);
await import(pathToFileURL(String(process.argv[1])).href);

/** The server starts extension hosts without NODE_OPTIONS, so the preload is passed as an argument. */
function preloadExtensionHosts(): void {
  const { fork } = childProcess;
  const preload = ["--import", pathToFileURL(join(import.meta.dirname, "extensionHost", "preload.ts")).href];
  const preloading = (file: string, args: readonly string[], options: ForkOptions) => {
    const execArgv = options.execArgv ?? [];
    const isHost = args.includes("--type=extensionHost");
    return fork(file, args, { ...options, execArgv: isHost ? [...execArgv, ...preload] : execArgv });
  };
  Object.assign(childProcess, { fork: preloading });
  syncBuiltinESMExports();
}
