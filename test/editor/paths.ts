import { join } from "node:path";

/** Root of the checkout, absolute. */
export const projectFolder = join(import.meta.dirname, "..", "..");

/** What the tests and the demo fetch. Packaging the extension looks at every file outside `node_modules`. */
export const fetchedFolder = join(projectFolder, "node_modules", ".cache", "weave-threads");

/** The git-ignored folder of what the tests write. */
export const outputFolder = join(projectFolder, ".vscode-test");

/** Screenshots and logs of failed tests. */
export const failuresFolder = join(outputFolder, "failures");
