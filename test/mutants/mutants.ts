import { caughtInEditor } from "./editor.ts";
import { caughtByUnitTests } from "./unit.ts";

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

/** A mutant whose file is below `src`. */
export type Row = readonly [what: string, file: string, text: string, replacement: string, tests: string];

/** Where the tests are that need no build. */
export const unitFolder = "test/unit/";

function mutantsOf(rows: readonly Row[], folder = ""): readonly Mutant[] {
  return rows.map(([what, file, text, replacement, tests]) => {
    return { what, file: `src/${file}`, text, replacement, tests: folder + tests };
  });
}

export const mutants = [...mutantsOf(caughtByUnitTests, unitFolder), ...mutantsOf(caughtInEditor)];
