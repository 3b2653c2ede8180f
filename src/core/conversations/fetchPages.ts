import { ServiceError } from "../failures/fault.ts";
import type { CallRoute } from "../port/callRoute.ts";
import type { ProjectClient } from "../port/projectClient.ts";
import type { ConversationSummary } from "../query/thread.ts";
import { mostIds } from "../query/threadQuery.ts";
import type { ConversationPages } from "./conversationPages.ts";
import type { SourceCursor } from "./sourceCursor.ts";
import { hasThreads } from "./threadById.ts";
import { isFiltered, selectionQuery, type ThreadSelection } from "./threadSelection.ts";

/**
 * Pages requested after a short one: the last page is short, but so is each page of which the service drops rows, and
 * the list must not load completely because of them.
 */
const mostAfterShort = 10;

/** Milliseconds after which the other sources are shown without one that has not answered. */
const longestWait = 1000;

export interface ThreadListOptions {
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  /** Conversations per page of a source. */
  readonly pageSize: () => number;
  /** What requests those with errors. */
  readonly route?: CallRoute;
}

export interface RequestedPages {
  readonly target: ProjectClient;
  readonly selection: ThreadSelection;
  readonly onlyErrors: boolean;
  readonly pageSize: number;
  readonly route: CallRoute;
  /** How many rows to request from a source; null for all. */
  readonly more: number | null;
  /**
   * Of a refresh: the rows that stay until those of their source have arrived, as many as there were. Null if rows are
   * shown as they arrive.
   */
  readonly before: ConversationPages | null;
  /** Called with what shows the rows that have arrived without waiting for other sources, as the user stops the request. */
  readonly onHeld: (release: () => void) => void;
}

export type PagesPart = Pick<RequestedPages, "more" | "before">;

/**
 * Requests more rows of these sources at once. Where others have rows, a source that fails keeps its fault and, of a
 * refresh, its earlier rows. Otherwise rejects with the first fault, and always with the signal's reason.
 */
export async function fetchPages(
  pages: ConversationPages,
  cursors: readonly SourceCursor[],
  requested: RequestedPages,
  signal: AbortSignal,
  show: () => void,
): Promise<void> {
  if (pages.cursors.length > 1) await fetchTogether(pages, cursors, requested, signal, show);
  else
    for (const one of cursors) await fetchRows(one, pages, requested, signal, requested.before === null ? show : null);
  if (pages.threads.length === 0 && (requested.onlyErrors || isFiltered(requested.selection.filter)))
    pages.othersExist = await hasThreads(requested.target, signal);
}

const fetchTogether: typeof fetchPages = async (pages, cursors, requested, signal, show) => {
  const { before } = requested;
  const left = new Set(cursors);
  const starts = new Map(cursors.map((cursor) => [cursor, cursor.nextOffset]));
  const hasAnswered = (cursor: SourceCursor) => cursor.nextOffset !== starts.get(cursor);
  const faults: ServiceError[] = [];
  let isOver = false;
  /** Whether nothing has come of this request: a source without rows makes up for none that failed. */
  const hasNothing = () => faults.length > 0 && cursors.every(({ fault, rows }) => fault !== null || rows.length === 0);
  const showWithout = (cursor: SourceCursor) => {
    const earlier = earlierOf(cursor, requested);
    const { fault, isLate } = cursor;
    if (earlier !== undefined)
      pages.put(Object.assign(earlier.updatedBy(undefined), { fault, isLate, isOutdated: true }));
  };
  const showArrived = () => {
    for (const cursor of isOver ? left : []) {
      if (cursor.isLate || (before === null && hasAnswered(cursor))) continue;
      cursor.isLate = true;
      showWithout(cursor);
    }
    pages.merge();
    if (pages.threads.length > 0) show();
  };
  const release = () => {
    isOver = true;
    if (left.size < cursors.length || cursors.some(hasAnswered)) showArrived();
  };
  requested.onHeld(() => {
    if (cursors.some(({ rows }) => rows.length > 0)) release();
  });
  const timer = setTimeout(release, longestWait);
  const fetched = async (cursor: SourceCursor) => {
    try {
      Object.assign(cursor, { fault: null, isLate: false });
      await fetchRows(cursor, pages, requested, signal, before === null ? showArrived : null);
      cursor.isLate = false;
      if (before !== null) pages.put(cursor);
    } catch (error) {
      if (signal.aborted || !(error instanceof ServiceError)) throw error;
      faults.push(error);
      Object.assign(cursor, { fault: error.fault, isLate: false });
      if (left.size > 1 || !hasNothing()) showWithout(cursor);
    }
    left.delete(cursor);
    if (left.size === 0 ? !hasNothing() : isOver || before === null) showArrived();
  };
  try {
    await Promise.all(cursors.map(fetched));
  } finally {
    clearTimeout(timer);
  }
  const [first] = faults;
  if (first === undefined || !hasNothing()) return;
  // The list as a whole reports it.
  for (const cursor of cursors) cursor.fault = null;
  throw first;
};

/** What the source of a cursor had before a refresh. */
function earlierOf({ source }: SourceCursor, { before }: RequestedPages): SourceCursor | undefined {
  return before?.cursors.find((cursor) => cursor.source === source);
}

/** `show` is null if rows are not shown before all of them have arrived. */
async function fetchRows(
  cursor: SourceCursor,
  { bounds }: ConversationPages,
  requested: RequestedPages,
  signal: AbortSignal,
  show: (() => void) | null,
): Promise<void> {
  const { target, selection, onlyErrors, pageSize } = requested;
  const { source } = cursor;
  const { filter } = selection;
  const earlier = earlierOf(cursor, requested);
  const limit = earlier === undefined ? requested.more : earlier.received(pageSize);
  if (filter.thumbsDown) {
    const wanted = new Set(filter.threadIds);
    cursor.named ??= (await source.withThumbsDown(target, signal)).filter((id) => wanted.size === 0 || wanted.has(id));
    if (cursor.named.length === 0) return cursor.endPage(null);
  }
  const named = cursor.named ?? filter.threadIds;
  if (onlyErrors && source.listsErrors) cursor.reach = "known";
  else if (onlyErrors && cursor.reach === "all") await findErrors(cursor, named, bounds, requested, signal);
  const threadIds = cursor.ids ?? named;
  const ask = async (most: number | null) => {
    const part = { bounds, limit: most, offset: cursor.nextOffset };
    const query = {
      ...selectionQuery({ ...selection, filter: { ...filter, threadIds } }, part),
      onlyErrors,
      onTotal: (total: number) => Object.assign(cursor, { total }),
    };
    const page: ConversationSummary[] = [];
    cursor.startPage();
    // As part of the next page: if it fails, the list is incomplete, not outdated.
    if (cursor.rows.length > 0) show?.();
    for await (const batch of source.list(query, target, signal)) {
      if (cursor.reach === "checked") page.push(...batch);
      else cursor.add(batch);
      show?.();
    }
    if (page.length > 0) {
      const ids = page.map(({ id }) => id);
      const failed = await source.withErrors?.among(ids, bounds, target, signal);
      cursor.add(page, ({ id }) => failed?.has(id) ?? true);
    }
    const hasAllRequested = threadIds.length > 0 && cursor.rows.length === threadIds.length;
    cursor.endPage(hasAllRequested ? null : most);
  };
  if (cursor.reach === "checked") {
    // What is checked now may have been known before, however much the range contains.
    const isWhole = limit === null && (earlier === undefined || earlier.reach === "checked");
    const enough = isWhole
      ? Number.POSITIVE_INFINITY
      : cursor.rows.length + Math.max(earlier?.rows.length ?? 0, pageSize);
    do await ask(mostIds);
    while (!cursor.ended && cursor.rows.length < enough);
  } else {
    // An empty list would request all threads.
    if (cursor.ids?.length === 0) cursor.endPage(null);
    else await ask(cursor.ids === null ? limit : null);
    for (let more = 0; cursor.isShort && more < mostAfterShort; more++) await ask(pageSize);
  }
}

/** Finds the conversations with errors in the whole time range, unless there are too many for one request. */
async function findErrors(
  cursor: SourceCursor,
  threadIds: readonly string[],
  bounds: ConversationPages["bounds"],
  { target, route }: RequestedPages,
  signal: AbortSignal,
): Promise<void> {
  const { withErrors } = cursor.source;
  cursor.reach = "unknown";
  if (withErrors === undefined) return;
  try {
    cursor.ids = await route.ask(() => withErrors.all(threadIds, bounds, target, signal), signal);
    cursor.reach = cursor.ids === null ? "checked" : "known";
  } catch (error) {
    const kind = error instanceof ServiceError ? error.fault.kind : null;
    // Checking page by page is less work for the service at a time.
    if (kind === "tooExpensive") cursor.reach = "checked";
    else if (kind !== "routeMissing") {
      cursor.reach = "all";
      throw error;
    }
  }
}
