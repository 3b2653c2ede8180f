import { oldestEditor, oldestNode } from "./codeServer.ts";
import type { EditorServerOptions } from "./editorServer.ts";

/** The environment variable with the code-server version that the tests run on instead of the current one. */
export const testedEditorVariable = "WEAVE_THREADS_TESTED_EDITOR";

const version = process.env[testedEditorVariable];

/** Whether the tests run on the oldest supported editor. */
export const isOldestEditor = version === oldestEditor;

export async function editorUnderTest(signal: AbortSignal): Promise<Pick<EditorServerOptions, "version" | "node">> {
  if (version === undefined) return {};
  return { version, ...(isOldestEditor ? { node: await oldestNode(signal) } : {}) };
}
