// What the last conformance run on a clean checkout found. `npm run docs` writes it to the guide, too.
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { join, posix } from "node:path";
import * as z from "zod";
import { projectFolder } from "../editor/paths.ts";

export const resultsFile = "test/conformance/results.json";

/** Numbers of checks; `gone` are listed differences that no longer occur. */
const figures = { checks: z.int(), agreed: z.int(), listed: z.int(), unexpected: z.int(), gone: z.int() };
/** The release of the server, the commit that ran, and the `inputsHash` of that commit. */
const results = z.object({ server: z.string(), commit: z.string(), inputs: z.string(), ...figures });

export type Results = z.infer<typeof results>;
export type Figures = Pick<Results, keyof typeof figures>;

export function hasPassed({ unexpected, gone }: Figures): boolean {
  return unexpected + gone === 0;
}

export function readResults(folder: string): Results {
  return results.parse(JSON.parse(readFileSync(join(folder, resultsFile), "utf8")));
}

export function resultsSentence({ server, checks, agreed, listed, unexpected }: Results): string {
  const [all, same, known] = [checks, agreed, listed].map((count) => count.toLocaleString("en"));
  const counts = `${all} checks, ${same} agree, ${known} listed with reasons, ${unexpected} unexpected`;
  return `Checked against the service's own server, release ${server}: ${counts}.`;
}

export function keepResults(kept: Results): void {
  writeFileSync(join(projectFolder, resultsFile), `${JSON.stringify(kept, null, 2)}\n`);
  const guide = join(projectFolder, "docs", "guide.md");
  const text = readFileSync(guide, "utf8");
  writeFileSync(guide, text.replace(/^Checked against the service's own server.*$/m, resultsSentence(kept)));
}

function git(folder: string, ...args: readonly string[]): string {
  return execFileSync("git", args, { cwd: folder, encoding: "utf8" });
}

/** The commit of a checkout; null if the checkout has changes, as no commit has what runs then. */
export function cleanCommit(folder: string): string | null {
  return git(folder, "status", "--porcelain") === "" ? git(folder, "rev-parse", "HEAD").trim() : null;
}

const inputFolders = /^(?:test\/conformance|src\/service|src\/localService)\//;

/** A hash of the tracked files of `inputFolders` and of all that they import, as they are in the checkout. */
export function inputsHash(folder: string): string {
  const tracked = new Set(git(folder, "ls-files", "-z").split("\0"));
  tracked.delete(resultsFile);
  const inputs = new Set([...tracked].filter((file) => inputFolders.test(file)));
  const lines: string[] = [];
  for (const file of inputs) {
    const text = readFileSync(join(folder, file), "utf8").replaceAll("\r\n", "\n");
    lines.push(`${sha256(text)} ${file}`);
    for (const [, target = ""] of text.matchAll(/"(\.{1,2}\/[^"\n]+)"/g)) {
      const imported = posix.join(posix.dirname(file), target);
      if (tracked.has(imported)) inputs.add(imported);
    }
  }
  return sha256(lines.toSorted().join("\n"));
}

const sha256 = (text: string) => createHash("sha256").update(text).digest("hex");

if (process.argv[1] === import.meta.filename) keepResults(readResults(projectFolder));
