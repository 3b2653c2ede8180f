import * as z from "zod";
import { firstWords } from "../../src/core/messages/firstWords.ts";
import { parseOpRef } from "../../src/core/query/opRef.ts";
import { createFormats } from "../../src/core/text/format.ts";
import type { Json } from "../../src/core/text/json.ts";
import type { TreeRow, TreeView } from "../editor/workbench/treeView.ts";
import { askLines, type RequestedService, turnsOf } from "./callRows.ts";

const turnLine = z.looseObject({
  id: z.string(),
  op_name: z.string(),
  thread_id: z.string(),
  turn_id: z.string(),
  started_at: z.string(),
  ended_at: z.string().nullable(),
  inputs: z.json(),
  summary: z.object({ weave: z.object({ status: z.string() }) }),
});

export type TurnLine = z.infer<typeof turnLine>;

/** Queries the service directly for the turns of threads, ordered by start. */
export async function askTurnLines(
  service: RequestedService,
  threadIds: readonly string[],
): Promise<readonly TurnLine[]> {
  return await askLines(service, turnLine, turnsOf(threadIds));
}

const formats = createFormats("en");
const statusWords: Readonly<Record<string, string>> = {
  error: "error",
  descendant_error: "failed call inside",
  running: "running",
};
const icons: Readonly<Record<string, string>> = {
  success: "comment",
  error: "error",
  descendant_error: "warning",
  running: "sync",
};

/** The accessible name of a turn, up to its relative time. */
export function spokenTurn(turn: TurnLine): string {
  const { status } = turn.summary.weave;
  const inputs: Json = turn.inputs;
  const words = firstWords(inputs, 300) || (parseOpRef(turn.op_name)?.name ?? turn.op_name);
  const duration =
    turn.ended_at === null ? [] : [formats.duration(Date.parse(turn.ended_at) - Date.parse(turn.started_at))];
  return [`Turn ${words}`, ...(statusWords[status] === undefined ? [] : [statusWords[status]]), ...duration, ""].join(
    ", ",
  );
}

export function iconOf(turn: TurnLine): string | undefined {
  return icons[turn.summary.weave.status];
}

/** The visible rows of turns. */
export async function turnsShown(view: TreeView): Promise<readonly TreeRow[]> {
  return (await view.rows()).filter(({ accessibleName }) => /^Turn[ ,]/.test(accessibleName));
}
