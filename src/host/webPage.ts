import { env } from "vscode";

declare module "vscode" {
  export namespace env {
    /** As the editor's own code takes it, and opens it: a Uri writes `%26`, `%3D` and `%23` of a query in its own way. */
    export function openExternal(target: string): Thenable<boolean>;
  }
}

/**
 * Opens a web page in the browser; nothing for what is no address of one. The editor asks first, with the address,
 * unless the user trusts the place.
 */
export async function openWebPage(address: string): Promise<void> {
  const url = URL.canParse(address) ? new URL(address) : null;
  if (url?.protocol === "https:" || url?.protocol === "http:") await env.openExternal(url.href);
}
