import { ServiceError } from "../../../../src/core/failures/fault.ts";
import type { ConversationSummary } from "../../../../src/core/query/thread.ts";
import type { ThreadQuery } from "../../../../src/core/query/threadQuery.ts";
import { type TestService, unusedService } from "../testService.ts";

export interface ArrayService extends TestService {
  readonly queries: readonly ThreadQuery[];
  readonly next: {
    /** The next answer breaks after so many rows. */
    breakAfter: number | null;
    /** Called before each batch of an answer. */
    onBatch: () => void;
  };
}

/**
 * Threads out of an array, in its order, in batches of seven. As the real service does, it applies limit and offset
 * before it drops the rows that `drops` names.
 */
export function arrayService(
  threads: readonly ConversationSummary[],
  drops: (thread: ConversationSummary) => boolean = () => false,
): ArrayService {
  const queries: ThreadQuery[] = [];
  const next: ArrayService["next"] = { breakAfter: null, onBatch: () => undefined };
  return {
    ...unusedService,
    queries,
    next,
    async *queryThreads(query, signal) {
      queries.push(query);
      const { offset = 0, limit = threads.length } = query;
      const ids = new Set(query.threadIds);
      const chosen = ids.size === 0 ? threads : threads.filter(({ id }) => ids.has(id));
      const rows = chosen.slice(offset, offset + limit).filter((thread) => !drops(thread));
      const end = next.breakAfter ?? rows.length;
      const breaks = next.breakAfter !== null;
      next.breakAfter = null;
      for (let start = 0; start < Math.min(end, rows.length); start += 7) {
        await Promise.resolve();
        next.onBatch();
        signal.throwIfAborted();
        yield rows.slice(start, Math.min(start + 7, end));
      }
      if (breaks) throw new ServiceError({ kind: "cutShort", rowsBefore: end, detail: "" });
    },
  };
}
