import { randomInt } from "node:crypto";
import { checkGrowth } from "../fuzz/growth.ts";
import { readers } from "../fuzz/readers.ts";
import type { FuzzRun } from "../fuzz/target.ts";
import { targets } from "../fuzz/targets.ts";

// A million inputs for everything that reads untrusted or typed input, and one repetition of fragments for each ten
// thousand of them. The first argument is the seed, the second the number of inputs. Each property that does not hold is
// reported with its seed, path and smallest input: mend it and add the input to the cases of its target or reader.

const [, , seedText = String(randomInt(2 ** 31)), totalText = "1000000"] = process.argv;
const [seed, total] = [Number(seedText), Number(totalText)];
if (!Number.isSafeInteger(seed) || !Number.isSafeInteger(total) || total < 1) {
  console.error("Usage: node test/bench/fuzz.ts [seed] [inputs]");
  process.exit(2);
}
console.log(`Seed ${seed}`);
const shares = targets.reduce((sum, { share }) => sum + share, 0);
const begun = performance.now();
let failures = 0;
let inputs = 0;
const growth = readers.map((reader) => ({
  name: `${reader.name}, repeated`,
  share: shares / 10_000,
  fuzz: (run: FuzzRun) => checkGrowth(reader, run),
}));
for (const { name, share, fuzz } of [...targets, ...growth]) {
  const runs = Math.ceil((total * share) / shares);
  const start = performance.now();
  try {
    fuzz({ seed, runs });
  } catch (error) {
    failures += 1;
    console.error(`${name}:`, error);
    continue;
  }
  inputs += runs;
  console.log(`${name}: ${runs} inputs, ${perSecond(runs, performance.now() - start)} per second`);
}
console.log(`${inputs} inputs, ${perSecond(inputs, performance.now() - begun)} per second, ${failures} failures`);
process.exitCode = failures === 0 ? 0 : 1;

function perSecond(count: number, milliseconds: number): number {
  return Math.round((count / milliseconds) * 1000);
}
