import assert from "node:assert/strict";
import fc from "fast-check";

/** A function that reads text of any length, and fragments of its grammar; random texts start with the first one. */
export interface Reader {
  readonly name: string;
  readonly fragments: readonly string[];
  /** Repetitions that took quadratic time, or nearly did. */
  readonly found: readonly Repeated[];
  readonly read: (text: string) => unknown;
}

/** A text with a repeated part. */
type Repeated = readonly [head: string, unit: string, tail: string];

const shortest = 64 * 1024;
const longest = 2 * 1024 * 1024;
/** Milliseconds: faster runs are too short to compare, and slower ones that are fast enough for any text. */
const [measurable, fast] = [5, 20];
/** Characters in a millisecond. A part that takes quadratic time may outweigh the rest of a slower reader only later. */
const usual = 1000;

/**
 * Throws if a reader takes more than linear time for one of some repetitions of its fragments: more than three times as
 * long for twice as many characters, and again for twice as many as those, because what slows it once may be another process.
 */
export function checkGrowth(
  { name, fragments, found, read }: Reader,
  run: { readonly seed: number; readonly runs: number },
): void {
  const some = (minLength: number, maxLength: number) =>
    fc.array(fc.constantFrom(...fragments), { minLength, maxLength }).map((parts) => parts.join(""));
  const heads = some(0, 3).map((head) => (fragments[0] ?? "") + head);
  const any = fc.tuple(heads, some(1, 3), some(0, 4));
  for (const repeated of [...found, ...fc.sample(any, { seed: run.seed, numRuns: run.runs })]) {
    let wasSteep = false;
    for (let length = shortest; 2 * length <= longest || wasSteep; length *= 2) {
      const [once, twice] = costs(read, textOf(repeated, length), textOf(repeated, 2 * length));
      const isSteep = twice > fast && twice > 3 * once;
      const figures = `${length} characters ${once.toFixed(1)} ms, twice as many ${twice.toFixed(1)} ms`;
      assert.ok(!(isSteep && wasSteep), `${name}, ${JSON.stringify(repeated)}: ${figures}`);
      wasSteep = isSteep;
      if (!isSteep && once >= measurable && twice <= (2 * length) / usual) break;
    }
  }
}

/** The length is about the given one. Joining makes a flat string: concatenated ones would be flattened while measured. */
function textOf([head, unit, tail]: Repeated, length: number): string {
  return [head, unit.repeat(Math.max(1, (length - head.length - tail.length) / unit.length)), tail].join("");
}

/**
 * The CPU time of reading two texts in milliseconds: the best of five runs, in turn, so that what slows one of them slows
 * both. Fewer runs if the first text is read too fast to compare, or the second fast enough.
 */
function costs(read: Reader["read"], short: string, long: string): [once: number, twice: number] {
  let [once, twice] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
  for (let run = 0; run < 5 && twice > fast; run += 1) {
    once = Math.min(once, cost(read, short));
    if (once < measurable) return [once, 0];
    twice = Math.min(twice, cost(read, long));
  }
  return [once, twice];
}

function cost(read: Reader["read"], text: string): number {
  const before = cpuTime();
  read(text);
  return cpuTime() - before;
}

/** Of this process, in milliseconds. */
export function cpuTime(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}
