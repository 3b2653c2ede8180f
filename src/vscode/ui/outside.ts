import { env, window } from "vscode";
import type { Focus } from "../../core/async/poller.ts";

declare module "vscode" {
  export namespace env {
    /** A string, which VS Code's implementation accepts: a Uri would re-encode `%26`, `%3D` and `%23` in a query. */
    export function openExternal(target: string): Thenable<boolean>;
  }
}

const noticeMs = 3000;

/** Whether this window has the focus. */
export const windowFocus: Focus = {
  get value() {
    return window.state.focused;
  },
  subscribe: (listener) => window.onDidChangeWindowState(listener),
};

/** Copies a text to the clipboard, with a short message in the status bar. */
export async function copyText(text: string, done: string): Promise<void> {
  await env.clipboard.writeText(text);
  window.setStatusBarMessage(done, noticeMs);
}

/**
 * Opens a web page in the browser; ignores anything that is not a web URL. VS Code asks first, showing the URL,
 * unless the user trusts the domain.
 */
export async function openWebPage(address: string): Promise<void> {
  const url = URL.canParse(address) ? new URL(address) : null;
  if (url?.protocol === "https:" || url?.protocol === "http:") await env.openExternal(url.href);
}
