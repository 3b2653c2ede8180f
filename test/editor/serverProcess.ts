import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { untilAborted } from "./untilAborted.ts";

const keptLines = 30;

/** A running script of the editor's server, and its output. */
export type ServerProcess = {
  /** Resolves to the first match in the output; rejects with its last lines if the process exits first. */
  printed(pattern: RegExp, signal: AbortSignal): Promise<RegExpExecArray>;
  /** Resolves to the exit code. */
  readonly ended: Promise<number | null>;
  /** The last lines of output. */
  lastLines(): string;
};

/** Starts `server-main.js` in a separate session, so that on Ctrl+C the caller stops it. */
export function startServerProcess(
  node: string,
  serverMain: string,
  args: readonly string[],
  cwd: string,
  env: NodeJS.ProcessEnv,
): ServerProcess {
  const owned = join(import.meta.dirname, "ownedProcess.ts");
  const child = spawn(node, [owned, serverMain, ...args], { cwd, env, detached: true, stdio: "pipe" });
  const output = collectOutput(child);
  const ended = once(child, "close").then(([code]: (number | null)[]) => code ?? null);
  return {
    ended,
    lastLines: output.lastLines,
    printed: async (pattern, signal) => {
      const found = Promise.withResolvers<RegExpExecArray>();
      const check = () => {
        const match = pattern.exec(output.text());
        if (match) found.resolve(match);
      };
      for (const stream of [child.stdout, child.stderr]) stream.on("data", check);
      check();
      void ended.then(() => found.reject(new Error(`The editor's server exited unexpectedly:\n${output.lastLines()}`)));
      try {
        return await untilAborted(found.promise, signal);
      } finally {
        for (const stream of [child.stdout, child.stderr]) stream.off("data", check);
      }
    },
  };
}

function collectOutput(child: ChildProcess): { text(): string; lastLines(): string } {
  let text = "";
  const take = (chunk: string) => {
    text = (text + chunk).slice(-100_000);
  };
  child.stdout?.setEncoding("utf8").on("data", take);
  child.stderr?.setEncoding("utf8").on("data", take);
  const lines = () => text.split("\n").filter((line) => line.trim() !== "");
  return { text: () => text, lastLines: () => lines().slice(-keptLines).join("\n") };
}
