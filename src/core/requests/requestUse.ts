import * as l10n from "@vscode/l10n";
import type { Formats } from "../text/format.ts";
import { plural } from "../text/plural.ts";
import type { RequestEntry } from "./requestEntry.ts";

/** The requests of this window. */
export interface RequestUse {
  readonly requests: number;
  /** Bytes of the response bodies, as sent. */
  readonly bytes: number;
  /** Milliseconds of the request that ended last; null before. */
  readonly latest: number | null;
  /** Requests that wait for the budget. */
  readonly waiting: number;
}

export const noRequests: RequestUse = { requests: 0, bytes: 0, latest: null, waiting: 0 };

export function withRequest(
  use: RequestUse,
  { bytes, milliseconds }: Pick<RequestEntry, "bytes" | "milliseconds">,
): RequestUse {
  return { ...use, requests: use.requests + 1, bytes: use.bytes + bytes, latest: milliseconds };
}

/** The lines of a tooltip; `most` is the budget, in requests per minute. */
export function useLines({ requests, bytes, latest, waiting }: RequestUse, most: number, formats: Formats) {
  const { exact } = formats;
  const waits = l10n.t("Requests waiting: {1} (limit: {0} per minute)", exact(most), exact(waiting));
  return [
    ...(latest === null
      ? []
      : [
          l10n.t(
            "This window: {0}, {1}, latest took {2}",
            plural(requests, l10n.t("1 request"), l10n.t("{0} requests", exact(requests))),
            formats.size(bytes),
            formats.duration(latest),
          ),
        ]),
    ...(waiting === 0 ? [] : [waits]),
  ];
}

/** The end of a log line; not localized. */
export function useText({ requests, bytes }: RequestUse): string {
  return `window: ${requests} ${requests === 1 ? "request" : "requests"}, ${bytes} ${bytes === 1 ? "byte" : "bytes"}`;
}

/** A log line; not localized. */
export function waitText({ waiting }: RequestUse, most: number): string {
  return `Background requests waiting: ${waiting}, weaveThreads.maxRequestsPerMinute: ${most}`;
}
