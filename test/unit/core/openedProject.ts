import { projectClient } from "../../../src/core/conversations/conversationSources.ts";
import { everyThread } from "../../../src/core/conversations/threadSelection.ts";
import { noCounts, type StoredCounts } from "../../../src/core/counts/savedCount.ts";
import { type Fault, ServiceError } from "../../../src/core/failures/fault.ts";
import { queryThreads } from "../../../src/core/port/operations.ts";
import { OpenProject } from "../../../src/core/project/openProject.ts";
import type { Work } from "../../../src/core/requests/requestBudget.ts";
import { type ArrayService, arrayService } from "./conversations/arrayService.ts";
import { thread } from "./conversations/threads.ts";
import { HandClock } from "./handClock.ts";

const project = "northwind/support-assistant";
export const hour = 3_600_000;
export const now = 10 * hour;

export interface Opened {
  readonly open: OpenProject;
  readonly clock: HandClock;
  readonly service: ArrayService;
  /** The counts requested so far. */
  readonly counted: () => number;
  /** Who started each request. */
  readonly works: () => Work[];
}

/** A project that the user last viewed an hour ago; its counts fail with `fault`. */
export function opened({
  fault = null,
  stored = noCounts,
}: {
  fault?: Fault | null;
  stored?: StoredCounts;
} = {}): Opened {
  let counted = 0;
  const works: Work[] = [];
  const clock = new HandClock();
  const threads = arrayService([thread("a"), { ...thread("b"), lastUpdated: now }]);
  const service: ArrayService = {
    ...threads,
    queryThreads(query, signal) {
      works.push(query.work ?? "requested");
      return threads.rows(queryThreads, query, signal);
    },
    async *queryCallPlaces({ work = "requested" }) {
      works.push(work);
      yield [];
    },
    countCalls: async ({ work = "requested" }) => {
      works.push(work);
      counted++;
      if (fault !== null) throw new ServiceError(fault);
      return { count: 3, hasMore: false, storageSize: null, rewritten: [] };
    },
  };
  const open = new OpenProject({
    now: () => now,
    clock,
    pageSize: () => 10,
    threadMessages: () => false,
    seen: { seen: () => now - hour, setSeen: () => Promise.resolve() },
    savedCounts: {
      load: () => stored,
      change: async () => false,
      loadSeen: () => new Map(),
      saveSeen: async () => undefined,
    },
    onBug: (error) => {
      throw error;
    },
  });
  open.reset(projectClient(service, project), everyThread);
  return { open, clock, service, counted: () => counted, works: () => works };
}
