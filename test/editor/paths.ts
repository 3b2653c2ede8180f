import { join } from "node:path";

/** The absolute root of the checkout. */
export const projectFolder = join(import.meta.dirname, "..", "..");

/** Downloads of the tests and the demo. In `node_modules` because packaging scans all other files. */
export const fetchedFolder = join(projectFolder, "node_modules", ".cache", "weave-threads");

/** The git-ignored folder for test output. */
export const outputFolder = join(projectFolder, ".vscode-test");

/** Screenshots and logs of failed tests. */
export const failuresFolder = join(outputFolder, "failures");
