import type { LogOutputChannel } from "vscode";
import type { RequestEntry } from "../core/requestEntry.ts";

/** Writes a line per request. An entry holds neither key nor header, so neither can the log. */
export function logRequest(log: LogOutputChannel, entry: RequestEntry): void {
  const { path, status, milliseconds, bytes, rows, outcome } = entry;
  const line = [
    `POST ${path}`,
    `status ${status ?? "none"}`,
    `${Math.round(milliseconds)} ms`,
    `${bytes} bytes`,
    `${rows} rows`,
  ].join(", ");
  if (outcome === "ok") log.info(line);
  else if (outcome === "aborted") log.info(`${line}, aborted`);
  else log.warn(`${line}, ${JSON.stringify(outcome)}`);
}
