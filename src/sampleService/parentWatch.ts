import { readFileSync } from "node:fs";
import { basename } from "node:path";

const shells = new Set(["sh", "bash", "dash", "ash", "zsh", "busybox"]);

/** A process as seen once: who it was, and who had started it. */
interface Kinship {
  readonly pid: number;
  readonly parent: number;
}

/**
 * Watches for the end of whoever started this process. A process that outlives its parent is given another parent by
 * the system, and that is what shows. `npm run` and its shell stand between the two and may outlive the starter
 * themselves, or die without passing a signal on; where the system tells (Linux), they are looked through.
 */
export class ParentWatch {
  readonly #kinships: readonly Kinship[];

  constructor() {
    this.#kinships = [{ pid: process.pid, parent: process.ppid }, ...goBetweens(process.ppid)];
  }

  isParentGone(): boolean {
    return this.#kinships.some(({ pid, parent }) => (pid === process.pid ? process.ppid : parentOf(pid)) !== parent);
  }
}

/** The processes from `pid` upwards that only run a command for another, each with its parent. */
function goBetweens(pid: number): readonly Kinship[] {
  const parent = parentOf(pid);
  if (parent === undefined || parent <= 1 || !isGoBetween(commandLine(pid))) return [];
  return [{ pid, parent }, ...goBetweens(parent)];
}

/** A shell with one command to run, or npm, which names its process after what it runs: `npm run service`. */
function isGoBetween([program = "", ...words]: readonly string[]): boolean {
  if (program.startsWith("npm ")) return true;
  const names = [program, words[0] ?? ""].map((word) => basename(word));
  return (shells.has(names[0] ?? "") && words.includes("-c")) || names.includes("npm") || names.includes("npm-cli.js");
}

function commandLine(pid: number): readonly string[] {
  return (readProcess(pid, "cmdline") ?? "").split("\0");
}

/** Undefined where the system has no `/proc`, or no such process any more. */
function parentOf(pid: number): number | undefined {
  // The name in parentheses may hold anything, more parentheses included.
  const afterName = readProcess(pid, "stat")?.split(") ").at(-1);
  return afterName === undefined ? undefined : Number(afterName.split(" ")[1]);
}

function readProcess(pid: number, file: string): string | undefined {
  try {
    return readFileSync(`/proc/${pid}/${file}`, "utf8");
  } catch {
    return undefined;
  }
}
