// A reporter of Node's test runner: how long the tests of each file took, as lines of JSON.
import { relative } from "node:path";
import type { TestEvent } from "node:test/reporters";
import { projectFolder } from "./editor/paths.ts";

export interface FileTime {
  readonly file: string;
  readonly milliseconds: number;
}

// biome-ignore lint/style/noDefaultExport: Node.js imports a reporter by its default export.
export default async function* fileTimes(events: AsyncIterable<TestEvent>): AsyncGenerator<string, void> {
  const times = new Map<string, number>();
  for await (const { type, data } of events) {
    if ((type !== "test:pass" && type !== "test:fail") || data.nesting > 0 || data.file === undefined) continue;
    const file = relative(projectFolder, data.file).replaceAll("\\", "/");
    times.set(file, (times.get(file) ?? 0) + data.details.duration_ms);
  }
  for (const [file, milliseconds] of times) yield `${JSON.stringify({ file, milliseconds } satisfies FileTime)}\n`;
}
