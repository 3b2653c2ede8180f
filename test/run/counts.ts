import { readFile } from "node:fs/promises";

/** How many tests a step ran to which end. A test that was skipped or cancelled has failed. */
export type Counts = {
  passed: number;
  failed: number;
  /** The names of those that failed, where they are known. */
  failures?: readonly string[];
};

export const onePassed: Counts = { passed: 1, failed: 0 };
export const oneFailed: Counts = { passed: 0, failed: 1 };

export function sum(all: readonly Counts[]): Counts {
  return all.reduce((a, b) => ({ passed: a.passed + b.passed, failed: a.failed + b.failed }), { passed: 0, failed: 0 });
}

/** Reads what a test run left in a file; a run that left nothing, or ran nothing, has failed. */
export async function readCounts(file: string): Promise<Counts> {
  let text: string;
  try {
    text = await readFile(file, "utf8");
  } catch {
    return oneFailed;
  }
  const counts: unknown = text === "" ? undefined : JSON.parse(text);
  return isCounts(counts) && counts.passed + counts.failed > 0 ? counts : oneFailed;
}

function isCounts(value: unknown): value is Counts {
  return (
    typeof value === "object" &&
    value !== null &&
    "passed" in value &&
    typeof value.passed === "number" &&
    "failed" in value &&
    typeof value.failed === "number"
  );
}
