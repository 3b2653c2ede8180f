import type { Thread } from "./thread.ts";

/** The threads loaded so far, page after page. */
export interface ThreadPages {
  readonly threads: readonly Thread[];
  /** The offset of the page to ask for next. */
  readonly nextOffset: number;
  /** True once a page came back empty: only that tells that there are no more. */
  readonly ended: boolean;
}

export const noPages: ThreadPages = { threads: [], nextOffset: 0, ended: false };

/** Appends rows, leaving out threads that are there already: paging by offset over a live project repeats some. */
export function withThreads(pages: ThreadPages, arrived: readonly Thread[]): ThreadPages {
  const known = new Set(pages.threads.map((thread) => thread.id));
  const added: Thread[] = [];
  for (const thread of arrived) {
    if (known.has(thread.id)) continue;
    known.add(thread.id);
    added.push(thread);
  }
  return added.length === 0 ? pages : { ...pages, threads: [...pages.threads, ...added] };
}

/**
 * Closes a page that arrived whole. The offset moves by the page's size, not by the rows received: the service drops
 * rows after it has counted them, so a short page is not the last one.
 */
export function withPageEnd(pages: ThreadPages, pageSize: number, rows: number): ThreadPages {
  return rows === 0 ? { ...pages, ended: true } : { ...pages, nextOffset: pages.nextOffset + pageSize };
}
