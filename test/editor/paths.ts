import { join } from "node:path";

/** Root of the checkout, absolute. */
export const projectFolder = join(import.meta.dirname, "..", "..");

/** The git-ignored folder that holds everything the tests and the demo fetch or build for themselves. */
export const fetchedFolder = join(projectFolder, ".vscode-test");

/** Pictures and logs that failed tests leave for a person. */
export const failuresFolder = join(fetchedFolder, "failures");
