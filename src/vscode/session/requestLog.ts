import type { LogOutputChannel } from "vscode";
import { RecentRequests } from "../../core/diagnostics/recentRequests.ts";
import type { RequestEntry } from "../../core/requestEntry.ts";
import { requestLine } from "../../core/requestLine.ts";

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
