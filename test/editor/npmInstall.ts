import { spawn } from "node:child_process";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { SetupError } from "./setupError.ts";

/** Installs packages such as `name@1.2.3` into an empty folder, without running scripts. */
export async function npmInstall(folder: string, packages: readonly string[], signal: AbortSignal): Promise<void> {
  await writeFile(join(folder, "package.json"), '{ "private": true }\n');
  await npm(folder, packages, packages.join(" "), signal);
}

/** Installs the dependencies of a folder's package.json, without running scripts. */
export async function npmInstallDependencies(folder: string, signal: AbortSignal): Promise<void> {
  await npm(folder, [], "the editor's dependencies", signal);
}

async function npm(folder: string, packages: readonly string[], what: string, signal: AbortSignal): Promise<void> {
  const quiet = ["--no-audit", "--no-fund", "--no-update-notifier", "--no-progress", "--loglevel=error"];
  const args = ["install", "--prefix", folder, "--omit=dev", "--ignore-scripts", ...quiet, ...packages];
  // npm would keep its compiled code in the folder for temporary files.
  const env = { ...process.env, NODE_DISABLE_COMPILE_CACHE: "1" };
  const child = spawn("npm", args, { cwd: folder, env, stdio: ["ignore", "ignore", "pipe"], signal });
  let log = "";
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    log += text;
  });
  const { promise, resolve, reject } = Promise.withResolvers<number | null>();
  child.on("error", reject).on("close", resolve);
  let code: number | null;
  try {
    code = await promise;
  } catch (error) {
    signal.throwIfAborted();
    throw new SetupError("Could not find npm: install Node.js with npm and run the command again.", { cause: error });
  }
  signal.throwIfAborted();
  if (code !== 0) throw new SetupError(npmAdvice(what, log));
}

/** A one-sentence message for a failed `npm install`, based on its standard error. */
export function npmAdvice(what: string, log: string): string {
  const lines = log.split("\n").map((line) => line.replace(/^npm (error|ERR!)\s?/, "").trim());
  const code = lines.find((line) => line.startsWith("code "))?.slice("code ".length);
  // npm prints codes first, then the reason, then general hints.
  const reason = lines.find((line) => line !== "" && !/^(npm warn|(code|errno|syscall|path|dest|type) )/.test(line));
  const action = actions.find(([codes]) => code !== undefined && codes.includes(code))?.[1];
  const said = reason?.replace(/\.$/, "") ?? code ?? "no reason given";
  return `npm could not install ${what}: ${action ?? "fix the npm error and run the command again"} (npm: ${said}).`;
}

const actions: readonly (readonly [codes: readonly string[], action: string])[] = [
  [["ENOSPC"], "the disk is full, free about 1.5 GB and run the command again"],
  [
    ["ENOTFOUND", "EAI_AGAIN", "ECONNREFUSED", "ECONNRESET", "ETIMEDOUT", "ENETUNREACH", "ERR_SOCKET_TIMEOUT"],
    "the registry is unreachable, check the network and npm's proxy settings and run the command again",
  ],
  [["EACCES", "EPERM", "EROFS"], "the folder is not writable, change its permissions and run the command again"],
];
