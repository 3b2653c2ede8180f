// The test command: `node test/run.ts` runs everything, `node test/run.ts unit ui` the named suites.
import { randomBytes } from "node:crypto";
import { endMarkedProcesses, markVariable } from "./editor/markedProcesses.ts";
import { runMain } from "./editor/runMain.ts";
import { sum } from "./run/counts.ts";
import { runSteps } from "./run/step.ts";
import { chosenSteps, everything, stepNames } from "./run/steps.ts";

/** Editors need a moment to end in order. */
const endGraceMs = 20_000;

await runMain(async (signal) => {
  const names = process.argv.slice(2);
  const { steps, unknown } = names.length === 0 ? { steps: everything, unknown: [] } : chosenSteps(names);
  if (unknown.length > 0) {
    console.error(`There is no suite ${unknown.join(", ")}: choose from ${stepNames.join(", ")}.`);
    return 2;
  }
  const mark = randomBytes(16).toString("hex");
  process.env[markVariable] = mark;
  try {
    const { passed, failed } = sum([...(await runSteps(steps, signal)).values()]);
    console.log(`\n${passed} passed, ${failed} failed`);
    return failed === 0 ? 0 : 1;
  } finally {
    await endMarkedProcesses(mark, endGraceMs);
  }
});
