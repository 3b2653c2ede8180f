import { arch, release, type } from "node:os";
import { type ExtensionContext, env, type LogOutputChannel, UIKind, version } from "vscode";
import { type RequestEntry, requestLine } from "../../core/requestEntry.ts";

const mostRecent = 50;

/** Logs a line per request, and keeps the last ones. Entries contain neither keys nor headers. */
export class RequestLog {
  /** The oldest first. */
  entries: readonly RequestEntry[] = [];
  readonly #log: Pick<LogOutputChannel, "info" | "warn">;

  constructor(log: Pick<LogOutputChannel, "info" | "warn">) {
    this.#log = log;
  }

  add(entry: RequestEntry): void {
    this.entries = [...this.entries, entry].slice(-mostRecent);
    const line = requestLine(entry);
    if (typeof entry.outcome === "string") this.#log.info(line);
    else this.#log.warn(line);
  }
}

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
