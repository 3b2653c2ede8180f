import { noCounts, type StoredCounts } from "../../../src/core/counts/savedCount.ts";
import { type Fault, ServiceError } from "../../../src/core/failures/fault.ts";
import { OpenProject } from "../../../src/core/openProject.ts";
import { everyThread } from "../../../src/core/threads/threadSelection.ts";
import { HandClock } from "./handClock.ts";
import { type ArrayService, arrayService } from "./threads/arrayService.ts";
import { thread } from "./threads/threads.ts";

const project = "northwind/support-assistant";
export const hour = 3_600_000;
export const now = 10 * hour;

export interface Opened {
  readonly open: OpenProject;
  readonly clock: HandClock;
  readonly service: ArrayService;
  /** The counts requested so far. */
  readonly counted: () => number;
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
  const clock = new HandClock();
  const service: ArrayService = {
    ...arrayService([thread("a"), { ...thread("b"), lastUpdated: now }]),
    countCalls: async () => {
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
      save: async () => undefined,
      loadSeen: () => new Map(),
      saveSeen: async () => undefined,
    },
    onBug: (error) => {
      throw error;
    },
  });
  open.reset({ service, project }, everyThread);
  return { open, clock, service, counted: () => counted };
}
