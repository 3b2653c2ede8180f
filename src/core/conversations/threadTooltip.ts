import * as l10n from "@vscode/l10n";
import { costNote, costText } from "../agents/agentText.ts";
import { callLines } from "../calls/callText.ts";
import { failureText } from "../calls/failure.ts";
import type { AgentFigures } from "../query/agentFigures.ts";
import type { Call } from "../query/call.ts";
import type { ConversationSummary } from "../query/thread.ts";
import type { Formats } from "../text/format.ts";
import { listed, sentences } from "../text/sentences.ts";
import { visibleCut } from "../text/visibleText.ts";
import type { CheckedThread } from "./threadTurns.ts";
import type { TurnRow } from "./turnRow.ts";

export interface TooltipContext {
  readonly formats: Formats;
  /** Notes on its position and statistics, as sentences. */
  readonly notes: readonly string[];
  /** The first user message; empty if it is not known. */
  readonly message: string;
  /** When the user last looked, if it was updated since, in milliseconds since the epoch; else null. */
  readonly newSince: number | null;
  readonly hasFailed: boolean;
  /** The last failure; null if there is none, or if it is not known. */
  readonly failure: Call | null;
  /** Its feedback in words; empty if it has none, or if it was not opened. */
  readonly feedback: string;
  /** Its turns were not checked for errors. */
  readonly isUnknown: boolean;
  /** The time range of the statistics, in words; null for all turns. */
  readonly window: string | null;
}

/** The lines of a thread's tooltip, with exact values. */
export function threadTooltip({ thread }: CheckedThread, context: TooltipContext): readonly string[] {
  const { formats, window, message, newSince } = context;
  const { lastUpdated, agent } = thread;
  const duration = (milliseconds: number | null) =>
    milliseconds === null ? l10n.t("unknown") : formats.duration(milliseconds);
  const lines = message === "" ? [] : [message];
  if (context.failure !== null) lines.push(l10n.t("Last failure: {0}", failureText(context.failure)));
  else if (context.hasFailed && agent === undefined) lines.push(l10n.t("A turn or one of its calls failed."));
  if (context.feedback !== "") lines.push(l10n.t("Feedback: {0}", context.feedback));
  const values =
    agent !== undefined
      ? agentValues(thread, agent, formats)
      : [
          [l10n.t("Last updated"), lastUpdated === null ? l10n.t("running") : formats.dateTime(lastUpdated)],
          [l10n.t("Turns"), formats.exact(thread.turnCount)],
          [l10n.t("p50 turn duration"), duration(thread.p50TurnDuration)],
          [l10n.t("p99 turn duration"), duration(thread.p99TurnDuration)],
          [l10n.t("Started"), formats.dateTime(thread.startTime)],
          [l10n.t("Thread"), visibleCut(thread.id)],
        ];
  lines.push(...values.map(([name, text]) => `${name}: ${text}`), ...context.notes);
  if (window !== null) lines.push(l10n.t("Statistics cover turns {0}.", window));
  if (context.isUnknown) lines.push(l10n.t("Not checked for errors."));
  if (newSince !== null) lines.push(l10n.t("New since {0}.", formats.dateTime(newSince)));
  return lines;
}

/** Each as its name and its value. */
function agentValues(
  { id, lastUpdated, startTime, turnCount }: ConversationSummary,
  agent: AgentFigures,
  formats: Formats,
): readonly (readonly [string, string])[] {
  const { tokens, cost, agents, versions, models } = agent;
  const parts = [
    [l10n.t("Uncached input tokens"), tokens.uncached],
    [l10n.t("Cache read tokens"), tokens.cacheRead],
    [l10n.t("Cache write tokens"), tokens.cacheWrite],
    [l10n.t("Output tokens"), tokens.output],
  ] as const;
  const amount = (dollars: number | null) => (dollars === null ? "–" : formats.dollars(dollars));
  const whole = costText(cost, formats);
  const note = costNote(cost);
  const named = (name: string, values: readonly string[]) =>
    values.length === 0 ? [] : [[name, listed(values.map((value) => visibleCut(value)))] as const];
  return [
    [l10n.t("Last updated"), lastUpdated === null ? l10n.t("unknown") : formats.dateTime(lastUpdated)],
    [l10n.t("Started"), formats.dateTime(startTime)],
    [l10n.t("Turns"), formats.exact(turnCount)],
    ...(agent.failedTurns > 0 ? [[l10n.t("Failed turns"), formats.exact(agent.failedTurns)] as const] : []),
    ...(agent.errors > 0 ? [[l10n.t("Failed spans"), formats.exact(agent.errors)] as const] : []),
    ...(agent.open > 0 ? [[l10n.t("Spans without an end"), formats.exact(agent.open)] as const] : []),
    ...named(l10n.t("Agents"), agents),
    ...named(l10n.t("Versions"), versions),
    ...named(l10n.t("Models"), models),
    ...parts.map(([name, count]) => [name, formats.exact(count)] as const),
    [
      l10n.t("Cost"),
      note === null
        ? `${whole} (${l10n.t("input {0}, output {1}", amount(cost.input), amount(cost.output))})`
        : sentences(whole, note),
    ],
    [l10n.t("Agent conversation"), visibleCut(id)],
  ];
}

/** The lines of a turn's tooltip, with exact values. */
export function turnTooltip({ turn, words, failure }: TurnRow, formats: Formats): readonly string[] {
  return [...(words ? [words] : []), ...callLines(turn, failure, formats)];
}
