import assert from "node:assert/strict";
import fc from "fast-check";

/** An input that was once handled wrongly, and the right outcome of the target. */
export type FoundCase<Input> = readonly [what: string, input: Input, outcome: unknown];

export interface FuzzRun {
  readonly seed: number;
  /** Number of inputs. */
  readonly runs: number;
}

/** A part of the product that reads any input, and what has to hold for each. */
export interface Target {
  readonly name: string;
  /** Its part of all inputs, in relation to the others: small for an expensive one. */
  readonly share: number;
  readonly found: readonly { readonly what: string; readonly replay: () => void }[];
  /** Throws with the seed, the path and the smallest input found if the property does not hold. */
  readonly fuzz: (run: FuzzRun) => void;
}

interface TargetParts<Input> {
  readonly share: number;
  readonly inputs: fc.Arbitrary<Input>;
  /** The part under test, as far as the table of cases compares it. */
  readonly outcome: (input: Input) => unknown;
  /** Throws if the property does not hold. Calls `skip` for an input that it says nothing about, such as a refused one. */
  readonly holds: (input: Input, skip: () => void) => void;
  readonly found: readonly FoundCase<Input>[];
}

export function target<Input>(name: string, { share, inputs, outcome, holds, found }: TargetParts<Input>): Target {
  return {
    name,
    share,
    found: found.map(([what, input, expected]) => ({
      what,
      replay: () => {
        assert.deepEqual(outcome(input), expected);
        holds(input, () => undefined);
      },
    })),
    fuzz: ({ seed, runs }) => {
      let skipped = 0;
      const skip = () => {
        skipped += 1;
      };
      fc.assert(
        fc.property(inputs, (input) => holds(input, skip)),
        { seed, numRuns: runs },
      );
      // A part that refuses everything would have any property.
      assert.ok(skipped < runs, `${name}: all of ${runs} inputs are skipped`);
    },
  };
}
