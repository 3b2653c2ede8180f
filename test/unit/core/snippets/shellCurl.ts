import { spawnSync } from "node:child_process";

export interface CurlCall {
  readonly status: number | null;
  readonly errors: string;
  /** The arguments of curl; empty if it did not run. */
  readonly given: readonly string[];
  /** The standard input of curl. */
  readonly input: string;
}

/** Runs a text in the shell of this machine and records the call of curl. */
export function curlCall(text: string, variables: Readonly<Record<string, string>>): CurlCall {
  const curl = `curl() { printf '%s\\0' "$@"; case "$*" in *"--data-binary @-"*) cat;; esac; }`;
  const env = { PATH: process.env.PATH, ...variables };
  // The longest texts exceed the size of an argument.
  const { status, stdout, stderr } = spawnSync("sh", [], { env, encoding: "utf8", input: `${curl}\n${text}` });
  const parts = stdout.split("\0");
  return { status, errors: stderr, given: parts.slice(0, -1), input: parts.at(-1) ?? "" };
}

export function optionIn({ given }: CurlCall, option: string): string | undefined {
  return given.includes(option) ? given[given.indexOf(option) + 1] : undefined;
}
