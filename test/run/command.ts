import { spawn } from "node:child_process";
import { once } from "node:events";
import { projectFolder } from "../editor/paths.ts";

export type Command = { file: string; args: readonly string[]; environment?: Readonly<Record<string, string>> };

/** Runs a program in the project folder, its output going to this process's; resolves with its exit code. */
export async function runCommand({ file, args, environment }: Command, signal: AbortSignal): Promise<number | null> {
  signal.throwIfAborted();
  const child = spawn(file, args, {
    cwd: projectFolder,
    env: { ...process.env, ...environment },
    stdio: ["ignore", "inherit", "inherit"],
    shell: process.platform === "win32",
  });
  const [code]: (number | null)[] = await once(child, "close", { signal });
  return code ?? null;
}
