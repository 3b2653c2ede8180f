import type { EventData } from "node:test";
import type { Counts } from "./counts.ts";

type Event =
  | { type: "test:summary"; data: EventData.TestSummary }
  | { type: "test:fail"; data: EventData.TestFail }
  | { type: "test:pass"; data: EventData.TestPass };

/** A reporter of `node --test` that writes the `Counts` of the whole run as JSON. */
// biome-ignore lint/style/noDefaultExport: `--test-reporter` takes a module's default export
export default async function* countReporter(events: AsyncIterable<Event>): AsyncGenerator<string> {
  const failures: string[] = [];
  for await (const event of events) {
    if (event.type === "test:fail") failures.push(event.data.name);
    if (event.type !== "test:summary" || event.data.file !== undefined) continue;
    const { tests, passed } = event.data.counts;
    // A hook that failed is no test, yet makes the run a failure.
    const failed = event.data.success ? tests - passed : Math.max(1, tests - passed);
    const counts: Counts = { passed, failed, failures };
    yield JSON.stringify(counts);
  }
}
