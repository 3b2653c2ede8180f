import { failingCall } from "../calls/failure.ts";
import type { CallRoute } from "../port/callRoute.ts";
import { failuresIn } from "../port/conversationSource.ts";
import type { RowCacheOptions } from "../port/rowCache.ts";
import type { Call } from "../query/call.ts";
import { ThreadCache } from "./threadCache.ts";

/** The call that failed first in the last turn with a failure, for the tooltip of a thread. */
export class LastFailures extends ThreadCache<Call | null> {
  constructor(route: CallRoute, options: RowCacheOptions) {
    super(options, async ({ target, subject, semaphore }, signal) => {
      const ask = () => route.to(subject.kind).ask(() => failuresIn(subject, target, signal), signal);
      const failed = await semaphore.run(ask, signal);
      return failingCall(failed.filter(({ turnId }) => turnId === failed[0]?.turnId));
    });
  }
}
