import { arch, release, type } from "node:os";
import { type ExtensionContext, env, UIKind, version } from "vscode";

/** The versions of the software, by name. */
export function versions({ extension }: Pick<ExtensionContext, "extension">): Readonly<Record<string, string>> {
  const manifest: unknown = extension.packageJSON;
  const own = typeof manifest === "object" && manifest !== null && "version" in manifest ? manifest.version : "unknown";
  return {
    Extension: String(own),
    [env.appName]: version,
    Host: env.appHost,
    Node: process.version,
    System: `${type()} ${release()} ${arch()}`,
    Window: env.uiKind === UIKind.Web ? "web" : "desktop",
  };
}
