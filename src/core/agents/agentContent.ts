import * as l10n from "@vscode/l10n";
import { type Message, type MessagePart, message, type TurnContent, textMessage } from "../messages/message.ts";
import type { Call } from "../query/call.ts";
import type { ChatMessage } from "../query/chatMessage.ts";
import { promptParts } from "./injectedText.ts";

/** Which sub-agent's span each span is in, of the spans of a turn. */
type Around = ReadonlyMap<string, readonly string[]>;

/**
 * What a turn says, from its chat: the user's message, then what its agents said and did, with each sub-agent's part
 * inside it. A chat is flat; `spans` of the turn tell what is inside what, and without them nothing is nested. `denied`
 * are the spans of tools that the user did not permit.
 */
export function agentContent(
  messages: readonly ChatMessage[],
  spans: readonly Call[],
  denied: ReadonlySet<string> = new Set(),
): TurnContent {
  const start = messages.find(({ kind }) => kind === "agent");
  // The prompt may follow the start of its agent, and that its context was replaced.
  const isBefore = (each: ChatMessage) => each.kind === "user" || each.kind === "compaction" || each === start;
  const firstAnswer = messages.findIndex((each) => !isBefore(each));
  const opening = firstAnswer === -1 ? messages : messages.slice(0, firstAnswer);
  const requested = opening.filter(({ kind }) => kind === "user");
  const answers = messages
    .filter((each) => !requested.includes(each))
    .map((each) =>
      denied.has(each.spanId ?? "")
        ? { ...each, failure: [l10n.t("Permission denied."), each.failure].filter(Boolean).join(" ") }
        : each,
    );
  const users = requested.map((each) => (each.kind === "user" ? message("user", promptParts(each.text)) : null));
  const prompts = users.filter((each) => each !== null);
  const [root] = answers;
  const instructions =
    root?.kind === "agent" && root.instructions !== "" ? [textMessage("system", root.instructions)] : [];
  return {
    // Programs repeat what the user said before.
    history: [...instructions, ...prompts.slice(0, -1)],
    input: prompts.slice(-1),
    repeated: [],
    output: outputOf(answers, aroundOf(messages, spans)),
    inputRest: null,
    outputRest: null,
  };
}

/** The spans of sub-agents around each span, the outermost first. */
function aroundOf(messages: readonly ChatMessage[], spans: readonly Call[]): Around {
  const parents = new Map(spans.map(({ id, parentId }) => [id, parentId]));
  const agents = new Set(messages.flatMap(({ kind, spanId }) => (kind === "agent" && spanId !== null ? spanId : [])));
  const around = new Map<string, readonly string[]>();
  for (const { spanId } of messages) {
    const found: string[] = [];
    const seen = new Set<string>();
    for (let next = parents.get(spanId ?? ""); next && !seen.has(next); next = parents.get(next)) {
      seen.add(next);
      // The agent of the turn is its root.
      if (agents.has(next) && parents.get(next)) found.unshift(next);
    }
    if (spanId !== null) around.set(spanId, found);
  }
  return around;
}

type Parts = MessagePart[];

function outputOf(answers: readonly ChatMessage[], around: Around): readonly Message[] {
  const output: Message[] = [];
  const inside = new Map<string, Parts>();
  const rootAgent = answers[0]?.kind === "agent" ? answers[0].agent : "";
  const last: { agent: string | null; parts: Parts } = { agent: null, parts: [] };
  for (const each of answers) {
    if (each.kind === "user") {
      output.push(message("user", promptParts(each.text)));
      last.agent = null;
      continue;
    }
    const parts = partsOf(each, inside, each === answers[0]);
    if (parts.length === 0) continue;
    const holder = around.get(each.spanId ?? "")?.findLast((span) => inside.has(span));
    const held = holder === undefined ? undefined : inside.get(holder);
    const speaker = each.kind === "agent" ? rootAgent : each.agent;
    if (held !== undefined) held.push(...parts);
    else if (last.agent === speaker) last.parts.push(...parts);
    else {
      Object.assign(last, { agent: speaker, parts });
      output.push({ ...message("assistant", last.parts), name: speaker === rootAgent ? null : speaker || null });
    }
  }
  return output;
}

/** `inside` gets the list that takes what a sub-agent says. */
function partsOf(each: ChatMessage, inside: Map<string, Parts>, isRoot: boolean): Parts {
  const failure = each.failure === null || each.failure === "" ? [] : [{ kind: "text", text: each.failure } as const];
  switch (each.kind) {
    case "user":
      return promptParts(each.text);
    case "assistant": {
      const thought = each.reasoning === "" ? [] : [{ kind: "thinking", text: each.reasoning } as const];
      return [...thought, ...(each.text === "" ? [] : [{ kind: "text", text: each.text } as const]), ...failure];
    }
    case "tool": {
      const { spanId: id, name, arguments: given, result } = each;
      const failed = each.failure !== null;
      const content = result ?? (failed ? each.failure || null : null);
      return [
        { kind: "toolCall", id, name, arguments: given, ...(id !== null && { callId: id }) },
        { kind: "toolResult", id, name, content, parts: failed && result !== null ? failure : [], failed },
      ];
    }
    case "agent": {
      if (isRoot) return [];
      const parts: Parts = each.instructions === "" ? [] : [{ kind: "text", text: each.instructions }];
      if (each.spanId !== null) inside.set(each.spanId, parts);
      return [{ kind: "agent", name: each.agent, failed: each.failure !== null, parts }];
    }
    case "compaction": {
      const { summary, before, after } = each;
      return [{ kind: "compaction", summary, before, after }];
    }
    case "other":
      return [{ kind: "json", value: each.value }];
  }
}
