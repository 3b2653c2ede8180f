// Loads the test files of a process. Node itself ignores the error of a file that throws after its first test, if files
// share a process.
import { test } from "node:test";

/** Paths relative to this folder's parent, one per line. */
const files = (process.env.TEST_FILES ?? "").split("\n");

for (const file of files) {
  try {
    await import(new URL(`../${file.replaceAll("\\", "/")}`, import.meta.url).href);
  } catch (error) {
    test(`${file} is loaded`, () => {
      throw error;
    });
  }
}
