import type { CallCount } from "../counts/callQuery.ts";
import { ThreadAnswers, type ThreadAnswersOptions } from "./threadAnswers.ts";

/** The number of calls in each expanded thread, and the bytes stored by the traces that start in it. */
export class ThreadDetails extends ThreadAnswers<CallCount> {
  constructor(options: ThreadAnswersOptions) {
    super(options, ({ target: { service, project }, thread, semaphore }, signal) => {
      const query = { project, filter: { threadIds: [thread.id] }, includeStorageSize: true };
      return semaphore.run(() => service.countCalls(query, signal), signal);
    });
  }
}
