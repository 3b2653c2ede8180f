import { readFileSync } from "node:fs";
import { basename } from "node:path";

const shells = new Set(["sh", "bash", "dash", "ash", "zsh", "busybox"]);

/** A process and its parent at one time. */
interface Kinship {
  readonly pid: number;
  readonly parent: number;
}

/**
 * Detects when the process that started this one has ended: the system assigns orphaned processes a new parent. `npm
 * run` and its shell are in between, and may outlive the starter or exit without forwarding a signal; on Linux, their
 * parents are checked too.
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

/** The processes from `pid` upwards that only run a command for another process, with their parents. */
function goBetweens(pid: number): readonly Kinship[] {
  const parent = parentOf(pid);
  if (parent === undefined || parent <= 1 || !isGoBetween(commandLine(pid))) return [];
  return [{ pid, parent }, ...goBetweens(parent)];
}

/** A shell running one command, or npm, whose process title is its command: `npm run service`. */
function isGoBetween([program = "", ...words]: readonly string[]): boolean {
  if (program.startsWith("npm ")) return true;
  const names = [program, words[0] ?? ""].map((word) => basename(word));
  return (shells.has(names[0] ?? "") && words.includes("-c")) || names.includes("npm") || names.includes("npm-cli.js");
}

function commandLine(pid: number): readonly string[] {
  return (readProcess(pid, "cmdline") ?? "").split("\0");
}

/** Undefined without `/proc`, or if the process has ended. */
function parentOf(pid: number): number | undefined {
  // The name in parentheses may contain anything, including parentheses.
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
