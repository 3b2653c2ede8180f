import { readdir, readFile } from "node:fs/promises";
import { setTimeout as delay } from "node:timers/promises";

/**
 * The environment variable that child processes inherit. Unlike the process tree, it outlives the root process, and
 * Linux shows it under `/proc`.
 */
export const markVariable = "WEAVE_THREADS_EDITOR";

const pollMs = 100;

/** IDs of the other live processes with `mark`. Empty if the system is not Linux. */
export async function markedProcesses(mark: string): Promise<number[]> {
  if (process.platform !== "linux") return [];
  const entry = `${markVariable}=${mark}\0`;
  const pids = (await readdir("/proc")).filter((name) => /^\d+$/.test(name) && name !== String(process.pid));
  const found = await Promise.all(pids.map(async (pid) => ((await environment(pid)).includes(entry) ? [pid] : [])));
  return found.flat().map(Number);
}

/** Terminates all marked processes, waits until they have exited, and kills those that take longer than `graceMs`. */
export async function endMarkedProcesses(mark: string, graceMs: number): Promise<void> {
  const deadline = Date.now() + graceMs;
  let requested: readonly number[] = [];
  for (;;) {
    const alive = await markedProcesses(mark);
    if (alive.length === 0) return;
    const overdue = Date.now() > deadline;
    for (const pid of alive) {
      if (overdue) send(pid, "SIGKILL");
      else if (!requested.includes(pid)) send(pid, "SIGTERM");
    }
    requested = alive;
    await delay(pollMs);
  }
}

function send(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch {
    return; // already exited
  }
}

/** Empty if the process has exited or belongs to another user. */
async function environment(pid: string): Promise<string> {
  try {
    return `${await readFile(`/proc/${pid}/environ`, "latin1")}\0`;
  } catch {
    return "";
  }
}
