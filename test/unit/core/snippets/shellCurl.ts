import { spawnSync } from "node:child_process";

export interface CurlCall {
  readonly status: number | null;
  readonly errors: string;
  /** What curl was given; empty where it did not run. */
  readonly given: readonly string[];
  /** What curl could read. */
  readonly input: string;
}

/** Runs a text in the shell of this machine, which tells what curl would have been called with. */
export function curlCall(text: string, variables: Readonly<Record<string, string>>): CurlCall {
  const curl = `curl() { printf '%s\\0' "$@"; case "$*" in *"--data-binary @-"*) cat;; esac; }`;
  const env = { PATH: process.env.PATH, ...variables };
  // An argument would be too short for the longest.
  const { status, stdout, stderr } = spawnSync("sh", [], { env, encoding: "utf8", input: `${curl}\n${text}` });
  const parts = stdout.split("\0");
  return { status, errors: stderr, given: parts.slice(0, -1), input: parts.at(-1) ?? "" };
}

export function optionIn({ given }: CurlCall, option: string): string | undefined {
  return given.includes(option) ? given[given.indexOf(option) + 1] : undefined;
}
