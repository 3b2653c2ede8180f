import { oldestEditor, oldestNode } from "./codeServer.ts";
import type { EditorServerOptions } from "./editorServer.ts";
import { interruption } from "./interruption.ts";

/** Whether the tests run on the oldest supported editor instead of the current one. */
export const isOldestEditor = process.env.WEAVE_THREADS_TESTED_EDITOR === "oldest";

export async function editorUnderTest(): Promise<Pick<EditorServerOptions, "version" | "node">> {
  return isOldestEditor ? { version: oldestEditor, node: await oldestNode(interruption()) } : {};
}
