import assert from "node:assert/strict";
import { test } from "node:test";
import { agentContent } from "../../../../src/core/agents/agentContent.ts";
import { promptParts } from "../../../../src/core/agents/injectedText.ts";
import type { ChatMessage } from "../../../../src/core/query/chatMessage.ts";
import { turn } from "../conversation/turns.ts";
import { spoken } from "../messages/spoken.ts";

const none = { spanId: null, agent: "", failure: null };
const user = (text: string): ChatMessage => ({ ...none, kind: "user", text });
const says = (spanId: string, agent: string, text: string, reasoning = ""): ChatMessage => {
  return { ...none, spanId, agent, kind: "assistant", text, reasoning };
};
const agent = (spanId: string, name: string, instructions = ""): ChatMessage => {
  return { ...none, spanId, agent: name, kind: "agent", instructions };
};
const tool = (spanId: string, of: string, name: string, failure: string | null = null): ChatMessage => {
  return {
    ...none,
    spanId,
    agent: of,
    failure,
    kind: "tool",
    name,
    arguments: { q: 1 },
    result: failure ? null : "hits",
  };
};
/** Spans by the span that contains them. */
const spans = (parents: Readonly<Record<string, string | null>>) =>
  Object.entries(parents).map(([id, parentId]) => ({ ...turn(id), parentId }));

const lines = (messages: readonly ChatMessage[], parents: Parameters<typeof spans>[0] = {}) => {
  const { history, input, output } = agentContent(messages, spans(parents));
  return [history, input, output].map((part) => part.map(spoken));
};

test("a turn has its prompt, and what was said and done, in one message for each speaker", () => {
  const all = [
    user("find it"),
    agent("root", "helper", "Be kind."),
    says("a", "helper", "", "Where to look?"),
    tool("b", "helper", "search"),
    tool("c", "helper", "search", "timed out"),
    says("d", "helper", "Found."),
  ];
  assert.deepEqual(lines(all), [
    ["system: Be kind."],
    ["user: find it"],
    [
      'assistant: <thinking Where to look?> <call b search {"q":1}> <result b search "hits"> <call c search {"q":1}> <failure c search "timed out"> Found.',
    ],
  ]);
});

test("what a sub-agent said and did is inside it, also if two of one name run at once", () => {
  const all = [
    user("ask both"),
    agent("root", "lead"),
    agent("one", "searcher"),
    tool("one/tool", "searcher", "web"),
    agent("two", "searcher", "South only."),
    agent("deep", "reader"),
    says("deep/said", "reader", "Read."),
    says("two/said", "searcher", "Nothing."),
    says("last", "lead", "Done."),
  ];
  const parents = {
    ...{ root: null, one: "root", "one/tool": "one", two: "root", deep: "two", "deep/said": "deep" },
    ...{ "two/said": "two", last: "root" },
  };
  assert.match(
    (lines(all, parents)[2] ?? []).join(" "),
    /<agent searcher South only\. <agent reader Read\.> Nothing\.> Done\./,
  );
  const flat = (lines(all)[2] ?? []).join("\n");
  assert.match(flat, /assistant \(searcher\): [\s\S]*Nothing\./, "without spans, the speaker is named");
});

test("compactions, failures without a text, later prompts and unknown messages are kept", () => {
  const all: readonly ChatMessage[] = [
    agent("root", "helper"),
    { ...none, spanId: "c", agent: "helper", kind: "compaction", summary: "All so far.", before: 120, after: 14 },
    { ...none, spanId: "d", agent: "helper", failure: "overloaded", kind: "assistant", text: "", reasoning: "" },
    user("go on"),
    { ...none, spanId: "e", agent: "helper", kind: "other", value: { type: "agent_handoff" } },
  ];
  assert.deepEqual(lines(all)[2], [
    "assistant: <compacted 120 14 All so far.> overloaded",
    "user: go on",
    'assistant: <json {"type":"agent_handoff"}>',
  ]);
});

test("of several prompts before anything else, the last is new", () => {
  assert.deepEqual(lines([user("one"), user("two"), says("a", "", "ok")]).slice(0, 2), [["user: one"], ["user: two"]]);
});

const prompts: readonly (readonly [what: string, text: string, own: string, injected: string | null])[] = [
  ["a plain prompt", "fix <b>this</b>", "fix <b>this</b>", null],
  [
    "a reminder before it",
    "<system-reminder>be brief</system-reminder>\n\nfix this",
    "fix this",
    "<system-reminder>be brief</system-reminder>",
  ],
  [
    "blocks around it",
    "<environment_context>\ncwd\n</environment_context>\nfix this\n<system-reminder>x</system-reminder>",
    "fix this",
    "<environment_context>\ncwd\n</environment_context>\n\n<system-reminder>x</system-reminder>",
  ],
  ["blocks alone", "<system-reminder>x</system-reminder>", "<system-reminder>x</system-reminder>", null],
  ["an element of one word", "<article>x</article>\nsummarize", "<article>x</article>\nsummarize", null],
];
for (const [what, text, own, injected] of prompts) {
  test(`text that a program put around a prompt is kept apart: ${what}`, () => {
    const [first, second] = promptParts(text);
    assert.deepEqual(
      [first, second ?? null],
      [{ kind: "text", text: own }, injected === null ? null : { kind: "injected", text: injected }],
    );
  });
}
