import { env, window } from "vscode";

const noticeMs = 3000;

/** Puts a text on the clipboard, and says so for a moment in the status bar. */
export async function copyText(text: string, done: string): Promise<void> {
  await env.clipboard.writeText(text);
  window.setStatusBarMessage(done, noticeMs);
}
