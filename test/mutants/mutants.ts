import { readFileSync } from "node:fs";

/** A break of `src` that a test must catch. */
export interface Mutant {
  readonly what: string;
  readonly file: string;
  /** Stands in the file exactly once. */
  readonly text: string;
  readonly replacement: string;
  /** The cheapest that fails: a file below `test` without its ending, or the beginning of a test's name. */
  readonly tests: string;
}

const [, ...groups] = readFileSync(new URL("mutants.diff", import.meta.url), "utf8").split(/^=== /m);

export const mutants: readonly Mutant[] = groups.flatMap((group) => {
  const [tests = "", ...rows] = group.trimEnd().split("\n@@ ");
  return rows.map((row) => {
    const [head = "", ...lines] = row.split("\n");
    const [file = "", what = ""] = head.split(" @@ ");
    const signed = (sign: string) => lines.flatMap((line) => (line.startsWith(sign) ? line.slice(sign.length) : []));
    return { what, file: `src/${file}`, text: signed("- ").join("\n"), replacement: signed("+ ").join("\n"), tests };
  });
});
