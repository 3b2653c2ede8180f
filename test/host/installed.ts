import assert from "node:assert/strict";
import { ConfigurationTarget, extensions, workspace } from "vscode";

const found = extensions.getExtension("weave-threads.weave-threads");
assert.ok(found);

/** The extension under test. */
export const extension = found;

/** Writes one of its settings to the user's; undefined removes it. */
export async function set(name: string, value: unknown): Promise<void> {
  await workspace.getConfiguration("weaveThreads").update(name, value, ConfigurationTarget.Global);
}
