import { env, window } from "vscode";

const noticeMs = 3000;

/** Copies a text to the clipboard, with a short message in the status bar. */
export async function copyText(text: string, done: string): Promise<void> {
  await env.clipboard.writeText(text);
  window.setStatusBarMessage(done, noticeMs);
}
