// Runs the script that its first argument names, and ends with whoever started it: standard input is a pipe
// that closes at that moment, even where the starter was killed outright.
import { pathToFileURL } from "node:url";

process.stdin.on("close", () => process.exit(1)).resume();
process.argv.splice(1, 1);
await import(pathToFileURL(String(process.argv[1])).href);
