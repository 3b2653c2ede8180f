import type { CallCount } from "../counts/callQuery.ts";
import { ThreadAnswers, type ThreadAnswersOptions } from "./threadAnswers.ts";

/** How many calls the threads have that a person opened, and what the traces that begin in them store. */
export class ThreadDetails extends ThreadAnswers<CallCount> {
  constructor(options: ThreadAnswersOptions) {
    super(options, ({ target: { service, project }, thread, slots }, signal) => {
      const query = { project, filter: { threadIds: [thread.id] }, includeStorageSize: true };
      return slots.run(() => service.countCalls(query, signal), signal);
    });
  }
}
