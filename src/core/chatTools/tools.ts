import * as l10n from "@vscode/l10n";
import type * as z from "../../zod.ts";
import { agentSource } from "../conversations/agentSource.ts";
import { idsText } from "../conversations/filterText.ts";
import { selectionQuery } from "../conversations/threadSelection.ts";
import { threadSource } from "../conversations/threadSource.ts";
import { conditionsText } from "../counts/conditionText.ts";
import { ServiceError } from "../failures/fault.ts";
import { faultText } from "../failures/faultText.ts";
import { rangeProblemText } from "../input/problemText.ts";
import { windowText } from "../input/rangeText.ts";
import { parseRange, type TimeRange } from "../input/timeRange.ts";
import type { ConversationSource } from "../port/conversationSource.ts";
import type { ProjectClient } from "../port/projectClient.ts";
import { type ProjectId, parseProjectId } from "../query/projectId.ts";
import type { TimeBounds } from "../query/startedWithin.ts";
import { type ConversationSummary, summaryRecord } from "../query/thread.ts";
import type { Formats } from "../text/format.ts";
import { middleCut, visibleCut } from "../text/visibleText.ts";
import {
  agentErrorsResult,
  callsResult,
  countResult,
  errorsResult,
  requestedConditions,
  shownConditions,
} from "./callTools.ts";
import { type ChatToolResult, jsonRows } from "./framedText.ts";
import { conversationRecord, longestId } from "./recordTexts.ts";
import { inputProblem, type ToolInput, type ToolName, toolInputs, usualRows } from "./toolInputs.ts";

/** Names of agents, their versions and models in a row. */
const mostNames = 10;

/** What a tool is asked for, with a valid input. */
export interface RequestedTool {
  readonly project: ProjectId;
  /** What is asked for, for the user. */
  readonly words: string;
  /** A fault of the service is a result, too: its text is data. Rejects with the signal's reason. */
  run(target: ProjectClient, signal: AbortSignal): Promise<ChatToolResult>;
}

export interface ToolContext {
  /** The project of the window. */
  readonly project: ProjectId;
  readonly formats: Formats;
  /** Milliseconds since the epoch. */
  readonly now: number;
}

type Reading = ToolContext & { readonly range: TimeRange; readonly bounds: TimeBounds };

/** A tool whose input is read by its schema. */
function tool<Input extends { readonly project?: string | undefined; readonly time_range?: string | undefined }>(
  schema: z.ZodType<Input>,
  usualRange: string,
  ask: (input: Input, reading: Reading) => Omit<RequestedTool, "project"> | string,
) {
  return (input: unknown, context: ToolContext): RequestedTool | string => {
    const read = schema.safeParse(input);
    if (!read.success) return inputProblem(read.error);
    const { data } = read;
    const project = data.project === undefined ? context.project : parseProjectId(data.project);
    if (project === undefined) return "Invalid input. project: write it as entity/project.";
    const parsed = parseRange(data.time_range ?? usualRange, context.now, context.formats.dayFirst);
    if (typeof parsed === "string") return `Invalid input. time_range: ${rangeProblemText(parsed)}`;
    const requested = ask(data, { ...context, project, ...parsed });
    if (typeof requested === "string") return `Invalid input. ${requested}`;
    const { words, run } = requested;
    return { project, words, run: (target, signal) => run(target, signal).catch(faultResult) };
  };
}

/** Reads the input of each tool, which VS Code does not validate; a text says what is wrong with it. */
export const tools: Readonly<Record<ToolName, (input: unknown, context: ToolContext) => RequestedTool | string>> = {
  weave_list_threads: tool(toolInputs.weave_list_threads, "7d", (input, reading) => {
    const { sort_by: field = "last_updated", kind = "thread" } = input;
    const source = kind === "agent" ? agentSource : threadSource;
    if (!source.sorts.includes(field)) return `sort_by: ${field} is not for kind ${kind}.`;
    const words = filterWords(input, reading);
    return {
      words: kind === "agent" ? l10n.t("list agent conversations ({0})", words) : l10n.t("list threads ({0})", words),
      run: (target, signal) => threadsResult(input, source, reading, target, signal),
    };
  }),
  weave_read_conversation: tool(toolInputs.weave_read_conversation, "all", (input) => ({
    words: l10n.t("read conversation {0}", visibleCut(input.thread_id, 60)),
    run: (target, signal) => {
      const { kind = "thread", thread_id: id, from_turn: turn = 1, from_character: character = 0 } = input;
      return conversationRecord({ kind, id }, { turn, character }, target, signal);
    },
  })),
  weave_count_calls: tool(toolInputs.weave_count_calls, "all", (input, { range, project, now, formats }) => {
    const conditions = requestedConditions(input, range, project);
    return {
      words: l10n.t("count calls ({0})", conditionsText(shownConditions(conditions, project), formats)),
      run: (target, signal) => countResult(conditions, target, now, signal),
    };
  }),
  weave_find_calls: tool(toolInputs.weave_find_calls, "all", (input, { range, project, now, formats }) => {
    const conditions = requestedConditions(input, range, project);
    const { limit = usualRows, offset = 0 } = input;
    return {
      words: l10n.t("list calls ({0})", conditionsText(shownConditions(conditions, project), formats)),
      run: (target, signal) => callsResult(conditions, { limit, offset }, target, now, signal),
    };
  }),
  weave_list_errors: tool(toolInputs.weave_list_errors, "7d", (input, reading) => ({
    words: l10n.t("list errors ({0})", filterWords(input, reading)),
    run: (target, signal) => {
      const { kind, limit = usualRows, thread_ids: threadIds = [] } = input;
      const result = kind === "agent" ? agentErrorsResult : errorsResult;
      return result({ filter: { time: reading.range, threadIds }, asOf: reading.now }, limit, target, signal);
    },
  })),
};

function faultResult(error: unknown): ChatToolResult {
  if (!(error instanceof ServiceError)) throw error;
  return { head: "The request failed. The reason:", data: faultText(error.fault), rest: "" };
}

function filterWords(
  { thread_ids: threadIds = [] }: { readonly thread_ids?: readonly string[] | undefined },
  { range, bounds, formats }: Reading,
): string {
  return [windowText(range, bounds, formats), ...idsText({ time: range, threadIds }, formats)].join(", ");
}

async function threadsResult(
  input: ToolInput<"weave_list_threads">,
  source: ConversationSource,
  { range, bounds, project }: Reading,
  target: ProjectClient,
  signal: AbortSignal,
): Promise<ChatToolResult> {
  const { limit = usualRows, offset = 0, thread_ids: threadIds = [] } = input;
  const { sort_by: field = "last_updated", sort_direction: direction = "desc" } = input;
  const selection = { sort: [{ field, direction }], filter: { time: range, threadIds } };
  const threads: ConversationSummary[] = [];
  const query = selectionQuery(selection, { bounds, limit, offset });
  for await (const batch of source.list(query, target, signal)) threads.push(...batch);
  const { text, count } = jsonRows(threads.map((thread) => summaryRecord({ ...thread, ...shortTexts(thread) })));
  // A page may be shorter than requested before the last one.
  const next = count < threads.length ? offset + count : offset + limit;
  return {
    head: `${source.kind === "agent" ? "Agent conversations" : "Threads"} in Weave project ${project}, by ${field} ${direction}: ${count}, one per line, times in UTC.`,
    data: text,
    rest: count === 0 ? "" : `For the next ones, call again with offset ${next}; an empty result is the end.`,
  };
}

function shortTexts({ id, firstTurnId, lastTurnId, agent }: ConversationSummary): Partial<ConversationSummary> {
  const short = (text: string) => middleCut(text, longestId);
  const few = (texts: readonly string[]) => texts.slice(0, mostNames).map(short);
  return {
    id: short(id),
    firstTurnId: firstTurnId && short(firstTurnId),
    lastTurnId: lastTurnId && short(lastTurnId),
    ...(agent !== undefined && {
      agent: {
        ...agent,
        name: short(agent.name),
        ...{ agents: few(agent.agents), versions: few(agent.versions), models: few(agent.models) },
      },
    }),
  };
}
