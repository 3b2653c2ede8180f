import type { Fault } from "./fault.ts";
import { type Load, shownValue } from "./load.ts";
import type { Thread } from "./thread.ts";
import type { ThreadPages } from "./threadPages.ts";

/** What the tree shows, top to bottom. */
export type ThreadRow =
  | { readonly kind: "thread"; readonly thread: Thread }
  /** The next page is on its way. */
  | { readonly kind: "loading" }
  | { readonly kind: "more" }
  /** The list broke off here. */
  | { readonly kind: "incomplete"; readonly fault: Fault };

export function threadRows(load: Load<ThreadPages>): readonly ThreadRow[] {
  const pages = shownValue(load);
  if (pages === null || pages.threads.length === 0) return [];
  const rows = pages.threads.map((thread): ThreadRow => ({ kind: "thread", thread }));
  const last = lastRow(load, pages);
  return last === null ? rows : [...rows, last];
}

function lastRow(load: Load<ThreadPages>, { ended }: ThreadPages): ThreadRow | null {
  if (load.kind === "stale" && load.at === null) return { kind: "incomplete", fault: load.fault };
  if (load.kind === "loading") return { kind: "loading" };
  return ended ? null : { kind: "more" };
}
