import assert from "node:assert/strict";
import * as z from "zod";
import { visibleText } from "../../src/core/text/visibleText.ts";
import { eventually } from "../editor/workbench/eventually.ts";
import type { TreeView } from "../editor/workbench/treeView.ts";
import { project } from "./steps.ts";

export const allTime = { "weaveThreads.defaultTimeRange": "all" };

/** The path of the list's requests. */
export const threadsPath = "/threads/stream_query";

export const byId = { field: "thread_id", direction: "asc" };

const threadLine = z.object({
  thread_id: z.string(),
  turn_count: z.number(),
  start_time: z.string(),
  last_updated: z.string(),
  first_turn_id: z.string(),
});

export type ThreadLine = z.infer<typeof threadLine>;

/** Queries the service directly and returns the rows of the response. */
export async function askThreads(
  service: { ask(path: string, body: object): Promise<string> },
  request: object,
): Promise<readonly ThreadLine[]> {
  const text = await service.ask(threadsPath, { project_id: project, ...request });
  return text
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => threadLine.parse(JSON.parse(line)));
}

/** IDs of the visible rows, in order, as announced by screen readers. */
export async function shownIds(view: TreeView): Promise<readonly string[]> {
  const names = (await view.rows()).map(
    ({ accessibleName }) =>
      /^Thread (.*?), (?:(?:found|new|errors), )*(?:updated|started|running\b|\d+ turns?\b|p\d\d) ?/.exec(
        accessibleName,
      )?.[1],
  );
  return names.flatMap((id) => id ?? []);
}

/** Waits until the row of a failed request, which is the first, says this. */
export async function showsFailure(view: TreeView, text: RegExp): Promise<void> {
  await eventually(async () => assert.match((await view.rows())[0]?.accessibleName ?? "", text));
}

/** Waits until the visible rows are the first of the expected ones, in order. */
export async function showsFirstOf(view: TreeView, expected: readonly ThreadLine[]): Promise<void> {
  await eventually(async () => {
    const names = (await view.rows())
      .map(({ accessibleName }) => accessibleName)
      .filter((name) => name.startsWith("Thread "));
    assert.ok(names.length >= Math.min(expected.length, 10), `${names.length} rows`);
    for (const [index, name] of names.entries()) {
      const id = visibleText(expected[index]?.thread_id ?? "").trim() || "(blank ID)";
      assert.ok(name.startsWith(`Thread ${id}, `), `row ${index} is ${name}, not ${id}`);
    }
  });
}
