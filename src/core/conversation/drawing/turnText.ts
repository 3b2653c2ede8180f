import * as l10n from "@vscode/l10n";
import { knownCostText, tokensText } from "../../agents/agentText.ts";
import { endedEarlyText } from "../../calls/callText.ts";
import { unpricedModels, usageTotals } from "../../calls/usage.ts";
import { dataRole, type MediaPart, type Message } from "../../messages/message.ts";
import type { CallStatus } from "../../query/call.ts";
import { type Call, isTurn, opName } from "../../query/call.ts";
import type { Formats } from "../../text/format.ts";
import { plural, turnsText } from "../../text/plural.ts";
import { longestText } from "../../text/rowLabel.ts";
import { listed } from "../../text/sentences.ts";
import { endCut, visibleCut, visibleLines, visibleText } from "../../text/visibleText.ts";
import type { PageState } from "../protocol.ts";

/** The number of turns: `2 turns`, `2 turns so far` */
export function turnCountText({ turns, progress }: PageState, formats: Formats): string {
  const count = turns.length;
  return progress === "complete"
    ? turnsText(count, formats)
    : plural(count, l10n.t("1 turn so far"), l10n.t("{0} turns so far", formats.exact(count)));
}

/** The heading of a turn; `number` is null for a call outside threads. */
export function turnHeading(number: number | null, formats: Formats): string {
  return number === null ? l10n.t("Call") : l10n.t("Turn {0}", formats.exact(number));
}

/** The title of a conversation's tab, which VS Code stores: its first message, except in privacy mode. If empty, VS Code shows the ID. */
export function tabTitle({ message }: Pick<PageState, "message">, isPrivate: boolean): string {
  return isPrivate ? "" : endCut(message, longestText + 1);
}

/** Whether the number of turns is known: not if they were not requested, or the request was rejected. */
export function isCounted({ turns, progress, notice }: PageState): boolean {
  return turns.length > 0 || (progress === "complete" && notice === null);
}

/** The progress of the list of turns; empty if it is complete, or if the notice describes it. */
export function progressText(state: PageState): string {
  if (state.progress === "loading") return l10n.t("Loading…");
  const isNotified = state.progress === "complete" || (state.notice !== null && !isCounted(state));
  if (isNotified) return "";
  return state.thread === null ? l10n.t("Loading stopped.") : l10n.t("Loading stopped. There may be more turns.");
}

/** The text shown if there are no turns, or no call. */
export function emptyText({ thread, progress }: PageState): string {
  if (progress === "loading") return l10n.t("Loading…");
  if (thread === null) return l10n.t("This call no longer exists.");
  return thread.kind === "thread"
    ? l10n.t("This thread has no turns.")
    : l10n.t("This agent conversation has no turns.");
}

/** Explains a status that its word alone does not; undefined for the others. */
export function statusHint(status: CallStatus): string | undefined {
  return status === "descendant_error" ? l10n.t("The call succeeded, but a call inside it failed.") : undefined;
}

/** When a call started and, if it has, ended: one line each. */
export function timesText({ startedAt, endedAt }: Call, formats: Formats): string {
  const started = l10n.t("Started {0}", formats.dateTime(startedAt));
  if (endedAt === null) return started;
  const lines = [started, l10n.t("Ended {0}", formats.dateTime(endedAt))];
  return [...lines, ...(endedAt < startedAt ? [endedEarlyText()] : [])].join("\n");
}

/** How long a call took, or has been running at `now`, in milliseconds since the epoch. */
export function durationText({ startedAt, endedAt }: Call, now: number, formats: Formats): string {
  return endedAt === null
    ? l10n.t("running for {0}", formats.duration(Math.max(0, now - startedAt)))
    : formats.duration(endedAt - startedAt);
}

/** A turn that stores more bytes is not requested until the user asks for it. */
const unrequestedBytes = 256 * 1024;

/** Whether a turn stores more than is loaded automatically. */
export function isLarge({ storedBytes }: Pick<Call, "storedBytes">): boolean {
  return storedBytes !== null && storedBytes > unrequestedBytes;
}

/** Shown instead of documents that are not loaded because of their size; `bytes` is null if unknown. */
export function largeText(call: Pick<Call, "id" | "turnId">, bytes: number | null, formats: Formats): string {
  if (!isTurn(call)) return bytes === null ? l10n.t("Large call") : l10n.t("Large call ({0})", formats.size(bytes));
  return bytes === null ? l10n.t("Large turn") : l10n.t("Large turn ({0})", formats.size(bytes));
}

/** The title of the section of earlier messages; there is at least one. */
export function earlierText(messages: readonly Message[], formats: Formats): string {
  const count = formats.exact(messages.length);
  // Tool calls before the last response do not belong to the turn's own part.
  const withTools = messages.filter(({ parts }) =>
    parts.some(({ kind }) => kind === "toolCall" || kind === "toolResult"),
  );
  const several =
    withTools.length === 0
      ? l10n.t("{0} earlier messages", count)
      : l10n.t("{0} earlier messages ({1} with tool calls)", count, formats.exact(withTools.length));
  return plural(messages.length, l10n.t("1 earlier message"), several);
}

/** The title of the fields of the inputs or the output that are not messages. */
export function restTitle(document: "inputs" | "output"): string {
  return document === "inputs" ? l10n.t("Inputs") : l10n.t("Output");
}

/** Shown instead of inputs or an output that the service did not keep. */
export function notStoredText(): string {
  return l10n.t("Too large; not stored by the service.");
}

/** Shown instead of empty inputs or an empty output. */
export function noContentText(document: "inputs" | "output", status: CallStatus): string {
  if (document === "inputs") return l10n.t("No input.");
  if (status === "running") return l10n.t("No output yet. The call is still running.");
  return status === "error" ? l10n.t("No output. The call failed.") : l10n.t("No output.");
}

/** The speaker of a message: `Assistant · planner · Choice 2` */
export function speakerText({ role, name, choice }: Message, formats: Formats): string {
  const speaker = roleText(role) ?? visibleText(role);
  const named = name ? `${speaker} · ${visibleText(name)}` : speaker;
  return choice === null ? named : `${named} · ${l10n.t("Choice {0}", formats.exact(choice))}`;
}

/** Undefined for an unknown role. */
export function roleText(role: string): string | undefined {
  const texts = new Map([
    ["user", l10n.t("User")],
    ["assistant", l10n.t("Assistant")],
    ["system", l10n.t("System")],
    ["developer", l10n.t("Developer")],
    ["tool", l10n.t("Tool")],
    [dataRole, l10n.t("Data")],
  ]);
  return texts.get(role);
}

/** `Context compacted: 120 → 14 items` */
export function compactionText({ before, after }: { readonly before: number; readonly after: number }): string {
  return l10n.t("Context compacted: {0} → {1} items", before, after);
}

/** The number of entries in a JSON list or object. */
export function sizeText(kind: "list" | "object", count: number, formats: Formats): string {
  const text = formats.exact(count);
  return kind === "list"
    ? plural(count, l10n.t("1 item"), l10n.t("{0} items", text))
    : plural(count, l10n.t("1 field"), l10n.t("{0} fields", text));
}

/** The title of a tool's result whose call is not shown. */
export function resultTitle(name: string | null): string {
  return name === null ? l10n.t("Result") : l10n.t("Result of {0}", visibleText(name));
}

/** A media part in words: `Image (image/png), 12 kB`. Media is never fetched. */
export function mediaText({ mediaType, name, address, bytes }: MediaPart, formats: Formats): string {
  const family = mediaType?.split("/")[0] ?? "";
  const kinds = new Map([
    ["image", l10n.t("Image")],
    ["audio", l10n.t("Audio")],
    ["video", l10n.t("Video")],
  ]);
  const kind = kinds.get(family) ?? l10n.t("File");
  const named = mediaType?.includes("/") ? `${kind} (${visibleText(mediaType)})` : kind;
  const sized = bytes === null ? [] : [formats.size(bytes)];
  const titled = listed([named, ...sized, ...(name === null ? [] : [visibleText(name)])]);
  return address === null ? titled : `${titled}: ${visibleText(address)}`;
}

/** After copying code: the text may differ from what is shown. */
export function copiedText(code: string): string {
  return visibleLines(code) === code.replaceAll("\r\n", "\n")
    ? l10n.t("Copied")
    : l10n.t("Copied, including invisible characters");
}

/** `1,234 tokens`, `$0.12` or `at least $0.12`: the known totals of all calls, each with the calls inside it, over all models. */
export function usageTexts(calls: readonly Call[], formats: Formats): readonly string[] {
  const { tokens, cost, isPart } = usageTotals(calls);
  const costs = cost === null ? [] : [knownCostText(cost, isPart, formats)];
  return [...(tokens === null ? [] : [tokensText(tokens, formats)]), ...costs];
}

/** The title of a model call: `Model call gpt-5`, with the name of its op if the model is not known. */
export function modelTitle({ usage: [first], displayName, op }: Call): string {
  return l10n.t("Model call {0}", visibleCut(first?.model ?? displayName ?? opName(op)));
}

/** One line per call and model, then the models without a price if others have one. */
export function modelsText(calls: readonly Call[], formats: Formats): string {
  const count = (tokens: number | null) => (tokens === null ? l10n.t("unknown") : formats.exact(tokens));
  const all = calls.flatMap(({ usage }) => usage);
  const unpriced = unpricedModels(all);
  return [
    ...all.map(({ model, promptTokens, completionTokens }) =>
      l10n.t("{0}: {1} in, {2} out", visibleText(model), count(promptTokens), count(completionTokens)),
    ),
    ...(unpriced.length > 0 ? [l10n.t("No price: {0}", listed(unpriced.map(visibleText)))] : []),
  ].join("\n");
}
