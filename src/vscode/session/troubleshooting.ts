import { arch, release, type } from "node:os";
import { type ExtensionContext, env, type LogOutputChannel, UIKind, version } from "vscode";
import { RecentRequests, type RequestEntry, requestLine } from "../../core/requestEntry.ts";

const mostRecent = 50;

/** Logs a line per request, and keeps the last ones. Entries contain neither keys nor headers. */
export class RequestLog {
  readonly recent = new RecentRequests(mostRecent);
  readonly #log: LogOutputChannel;

  constructor(log: LogOutputChannel) {
    this.#log = log;
  }

  add(entry: RequestEntry): void {
    this.recent.add(entry);
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
