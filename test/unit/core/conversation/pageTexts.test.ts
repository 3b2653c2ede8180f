import assert from "node:assert/strict";
import { test } from "node:test";
import { statusWords } from "../../../../src/core/calls/statusWords.ts";
import { type Access, accessNotice, turnsNotice } from "../../../../src/core/conversation/conversationNotice.ts";
import {
  copiedText,
  durationText,
  earlierText,
  emptyText,
  isCounted,
  largeText,
  mediaText,
  modelsText,
  noContentText,
  notStoredText,
  progressText,
  restTitle,
  resultTitle,
  sizeText,
  speakerText,
  statusHint,
  tabTitle,
  timesText,
  turnCountText,
  turnHeading,
  usageTexts,
} from "../../../../src/core/conversation/drawing/turnText.ts";
import { type Part, partState } from "../../../../src/core/conversation/partState.ts";
import type { PageState } from "../../../../src/core/conversation/protocol.ts";
import { faultNotice } from "../../../../src/core/failures/faultText.ts";
import type { MediaPart, Message } from "../../../../src/core/messages/message.ts";
import type { Call } from "../../../../src/core/query/call.ts";
import { threadKey } from "../../../../src/core/query/conversationKey.ts";
import { createFormats } from "../../../../src/core/text/format.ts";
import { rowLabel } from "../../../../src/core/text/rowLabel.ts";
import { turn } from "../conversations/turns.ts";

process.env.TZ = "UTC";
const formats = createFormats("en");
const now = Date.UTC(2026, 10, 3, 12);
const call = (facts: Partial<Call> = {}) =>
  turn("turn-1", { startedAt: now - 90_000, endedAt: now - 88_500, ...facts });
const used = (totalTokens: number, cost: number | null): Call["usage"] => [
  { model: "gpt-5", promptTokens: totalTokens - 10, completionTokens: 10, totalTokens, cost },
];
const unknownUsage = {
  model: "gpt-5",
  promptTokens: null,
  completionTokens: null,
  totalTokens: null,
  cost: null,
};
const severalModels = [
  { ...unknownUsage, promptTokens: 10, completionTokens: 5, cost: 0.25 },
  { ...unknownUsage, totalTokens: 7 },
];
const digits = "0123456789".repeat(10);
const page = (state: Partial<PageState> = {}): PageState => ({
  thread: threadKey("t"),
  message: "",
  project: "acme/desk",
  following: "off",
  turns: [],
  failures: [],
  now,
  progress: "complete",
  notice: null,
  ...state,
});
const broken = { text: "It broke.", actions: [] };
const head = (state: Partial<PageState>) => [
  turnCountText(page(state), formats),
  isCounted(page(state)),
  progressText(page(state)),
  emptyText(page(state)),
];
const media = (part: Partial<MediaPart>) =>
  mediaText(
    { kind: "media", mediaType: "image/png", name: null, address: null, bytes: null, data: null, ...part },
    formats,
  );
const message = (facts: Partial<Message> = {}): Message => ({
  role: "user",
  name: null,
  choice: null,
  parts: [],
  rest: null,
  ...facts,
});
const speaker = (facts: Partial<Message>) => speakerText(message(facts), formats);
const tool = message({
  parts: [{ kind: "toolResult", id: null, name: null, content: null, parts: [], failed: false }],
});
const access = (given: Access, of: "conversation" | "call" = "conversation") => accessNotice(given, of);
const part = (given: Part<string>, of: "turn" | "call" = "turn") => partState(given, "own", of, (value) => value);

type Case = readonly [name: string, said: unknown, expected: unknown];

const headsCases: readonly Case[] = [
  ["no turns", head({}), ["0 turns", true, "", "This thread has no turns."]],
  ["a call that was deleted", head({ thread: null }).slice(2), ["", "This call no longer exists."]],
  ["a call whose loading was stopped", head({ thread: null, progress: "stopped" })[2], "Loading stopped."],
  ["the heading of a turn", turnHeading(1234, formats), "Turn 1,234"],
  ["the heading of a call outside threads", turnHeading(null, formats), "Call"],
  ["one turn", head({ turns: [call()] }), ["1 turn", true, "", "This thread has no turns."]],
  [
    "turns that are loading",
    head({ turns: [call(), call()], progress: "loading" }),
    ["2 turns so far", true, "Loading…", "Loading…"],
  ],
  [
    "the first turn while others are loading",
    head({ turns: [call()], progress: "loading" }),
    ["1 turn so far", true, "Loading…", "Loading…"],
  ],
  [
    "turns whose loading was stopped",
    head({ turns: [call(), call()], progress: "stopped" }),
    ["2 turns so far", true, "Loading stopped. There may be more turns.", "This thread has no turns."],
  ],
  [
    "turns that were not requested",
    head({ progress: "stopped", notice: broken }),
    ["0 turns so far", false, "", "This thread has no turns."],
  ],
  [
    "turns whose loading failed midway",
    head({ turns: [call()], progress: "stopped", notice: broken }),
    ["1 turn so far", true, "Loading stopped. There may be more turns.", "This thread has no turns."],
  ],
];

const turnsCases: readonly Case[] = [
  ["a turn that succeeded", statusWords("success").title, "Success"],
  ["a turn that failed", statusWords("error").title, "Error"],
  ["a turn that is running", statusWords("running").title, "Running"],
  ["a turn with a failed call inside", statusWords("descendant_error").title, "Failed call inside"],
  [
    "a failed call inside, in a sentence",
    statusHint("descendant_error"),
    "The call succeeded, but a call inside it failed.",
  ],
  ["a status that needs no sentence", statusHint("error") ?? null, null],
  [
    "the times of a turn",
    timesText(call(), formats),
    "Started Nov 3, 2026, 11:58:30 AM\nEnded Nov 3, 2026, 11:58:31 AM",
  ],
  ["the times of a running turn", timesText(call({ endedAt: null }), formats), "Started Nov 3, 2026, 11:58:30 AM"],
  [
    "the times of a turn that ended before it started",
    timesText(call({ endedAt: 0 }), formats)
      .split("\n")
      .at(-1) ?? "",
    "The call ended before it started: the clocks of two machines differ, or the end was not recorded.",
  ],
  ["the duration of such a turn", durationText(call({ endedAt: 0 }), now, formats), "–"],
  ["the duration of a turn", durationText(call(), now, formats), "1.5s"],
  ["the duration of a running turn", durationText(call({ endedAt: null }), now, formats), "running for 1m 30s"],
  [
    "a local clock that is behind",
    durationText(call({ endedAt: null, startedAt: now + 5000 }), now, formats),
    "running for 0ms",
  ],
  ["a large turn", largeText(call(), 1_300_000, formats), "Large turn (1.3 MB)"],
  ["a large turn of unknown size", largeText(call(), null, formats), "Large turn"],
  ["a large call outside threads", largeText(call({ turnId: null }), 1_300_000, formats), "Large call (1.3 MB)"],
  ["a large call inside a turn, of unknown size", largeText(call({ id: "call-1" }), null, formats), "Large call"],
  ["no inputs", noContentText("inputs", "error"), "No input."],
  ["no output", noContentText("output", "success"), "No output."],
  ["no output of a turn that failed", noContentText("output", "error"), "No output. The call failed."],
  [
    "no output of a turn that is running",
    noContentText("output", "running"),
    "No output yet. The call is still running.",
  ],
  ["inputs or an output that were not kept", notStoredText(), "Too large; not stored by the service."],
  ["the title of a tab, as in the list", tabTitle({ message: digits }, false), rowLabel("", digits)],
  ["the title of a tab in privacy mode", tabTitle({ message: "long" }, true), ""],
  ["what is not text in inputs", restTitle("inputs"), "Inputs"],
  ["what is not text in an output", restTitle("output"), "Output"],
  ["tokens and cost", usageTexts([call({ usage: used(1234, 0.12) })], formats), ["1,234 tokens", "$0.12"]],
  ["one token", usageTexts([call({ usage: used(1, null) })], formats), ["1 token"]],
  ["no usage", usageTexts([call()], formats), []],
  ["usage of several models", usageTexts([call({ usage: severalModels })], formats), ["22 tokens", "at least $0.25"]],
  [
    "models without a price",
    modelsText([call({ usage: severalModels })], formats)
      .split("\n")
      .at(-1),
    "No price: gpt-5",
  ],
  ["usage of models without a number", usageTexts([call({ usage: [unknownUsage] })], formats), []],
  ["a total of 0", usageTexts([call({ usage: [{ ...unknownUsage, totalTokens: 0 }] })], formats), ["0 tokens"]],
  ["usage by model", modelsText([call({ usage: used(1234, 0.12) })], formats), "gpt-5: 1,224 in, 10 out"],
  [
    "unknown usage of a model",
    modelsText([call({ usage: [unknownUsage] })], formats),
    "gpt-5: unknown in, unknown out",
  ],
];

const messagesCases: readonly Case[] = [
  ["the user", speaker({}), "User"],
  [
    "the assistant by name, one of several choices",
    speaker({ role: "assistant", name: "planner", choice: 2 }),
    "Assistant · planner · Choice 2",
  ],
  ["the system", speaker({ role: "system" }), "System"],
  ["a developer", speaker({ role: "developer" }), "Developer"],
  ["a tool", speaker({ role: "tool" }), "Tool"],
  ["another role", speaker({ role: "critic" }), "critic"],
  ["one earlier message", earlierText([message()], formats), "1 earlier message"],
  ["earlier messages", earlierText([message(), message()], formats), "2 earlier messages"],
  [
    "earlier messages, some with tool calls",
    earlierText([message(), tool, tool], formats),
    "3 earlier messages (2 with tool calls)",
  ],
  ["an image", media({ bytes: 12_000 }), "Image (image/png), 12 kB"],
  ["audio with a name", media({ mediaType: "audio/wav", name: "call.wav" }), "Audio (audio/wav), call.wav"],
  ["a video with a URL", media({ mediaType: "video", address: "https://a.example/v" }), "Video: https://a.example/v"],
  ["a file", media({ mediaType: null }), "File"],
  ["a result of a known tool", resultTitle("lookup"), "Result of lookup"],
  ["a result of an unknown tool", resultTitle(null), "Result"],
  ["copied code", copiedText("a\r\nb\n"), "Copied"],
  ["copied code with an invisible character", copiedText("a\u202eb"), "Copied, including invisible characters"],
  ["one item of a list", sizeText("list", 1, formats), "1 item"],
  ["items of a list", sizeText("list", 1200, formats), "1,200 items"],
  ["one field of an object", sizeText("object", 1, formats), "1 field"],
  ["fields of an object", sizeText("object", 0, formats), "0 fields"],
];

const noticesCases: readonly Case[] = [
  ["a conversation that can be read", access({ kind: "open" }), null],
  ["a conversation while the session starts", access({ kind: "starting" }), null],
  [
    "a conversation while signed out",
    access({ kind: "signedOut" }),
    { text: "Sign in to read this conversation.", actions: [{ title: "Sign In", action: "signIn" }] },
  ],
  [
    "a conversation in Restricted Mode",
    access({ kind: "held", reason: "restricted" }),
    {
      text: "In Restricted Mode, no requests are sent until you load threads.",
      actions: [{ title: "Load Threads", action: "loadThreads" }],
    },
  ],
  [
    "a conversation of a sample project",
    access({ kind: "sample" }),
    {
      text: "This conversation belongs to the sample project.",
      actions: [{ title: "Open Sample Project", action: "openSample" }],
    },
  ],
  [
    "a conversation of another service",
    access({ kind: "otherService", service: "https://b.example" }),
    {
      text: "This conversation is on another service: https://b.example.",
      actions: [{ title: "Switch Account", action: "switchAccount" }],
    },
  ],
  [
    "a conversation of another project",
    access({ kind: "otherProject", project: "acme/desk", shown: "acme/shop" }),
    {
      text: "This conversation belongs to project acme/desk. This window shows acme/shop.",
      actions: [{ title: "Show acme/desk", action: "showProject" }],
    },
  ],
  [
    "a conversation of another project, with no project selected",
    access({ kind: "otherProject", project: "acme/desk", shown: null }),
    {
      text: "This conversation belongs to project acme/desk.",
      actions: [{ title: "Show acme/desk", action: "showProject" }],
    },
  ],
  ["a call while signed out", access({ kind: "signedOut" }, "call")?.text, "Sign in to read this call."],
  ["a call of a sample", access({ kind: "sample" }, "call")?.text, "This call belongs to the sample project."],
  [
    "a call of another service",
    access({ kind: "otherService", service: "https://b.example" }, "call")?.text,
    "This call is on another service: https://b.example.",
  ],
  [
    "a call of another project",
    access({ kind: "otherProject", project: "acme/desk", shown: "acme/shop" }, "call")?.text,
    "This call belongs to project acme/desk. This window shows acme/shop.",
  ],
  [
    "a service without calls",
    faultNotice({ kind: "routeMissing", path: "/calls" }, "call", "own").text,
    "/calls is not supported by the service, which may be an older version or another website. Check the service URL.",
  ],
  ["all turns are listed", turnsNotice(false, false, formats), null],
  [
    "more turns than are listed",
    turnsNotice(true, false, formats),
    { text: "Only the first 10,000 turns are listed.", actions: [] },
  ],
  [
    "a requested turn that is not listed",
    turnsNotice(false, true, formats),
    { text: "The requested turn is not listed here.", actions: [] },
  ],
  [
    "more turns than are listed, with a requested turn missing",
    turnsNotice(true, true, formats),
    { text: "Only the first 10,000 turns are listed. The requested turn is not one of them.", actions: [] },
  ],
  [
    "a service without conversations",
    faultNotice({ kind: "routeMissing", path: "/calls", host: "a.example" }, "conversation", "own"),
    { text: "Conversations are not supported by a.example.", actions: [{ title: "Refresh", action: "retry" }] },
  ],
  [
    "a fault in a conversation",
    faultNotice({ kind: "notFound", detail: "" }, "conversation", "own"),
    {
      text: "Project not found. Select another project.",
      actions: [
        { title: "Select Project", action: "selectProject" },
        { title: "Sign In", action: "signIn" },
        { title: "Retry", action: "retry" },
      ],
    },
  ],
  [
    "a bug in a conversation",
    faultNotice(null, "conversation", "own"),
    {
      text: "Something went wrong. See the log for details.",
      actions: [
        { title: "Retry", action: "retry" },
        { title: "Show Log", action: "showLog" },
      ],
    },
  ],
  ["a part that is shown", part({ kind: "shown", value: "a" }), { kind: "shown", value: "a" }],
  [
    "a part that no longer exists",
    part({ kind: "gone" }),
    {
      kind: "failed",
      notice: { text: "This turn no longer exists.", actions: [{ title: "Retry", action: "retry" }] },
    },
  ],
  [
    "a part of a call that no longer exists",
    part({ kind: "gone" }, "call"),
    {
      kind: "failed",
      notice: { text: "This call no longer exists.", actions: [{ title: "Retry", action: "retry" }] },
    },
  ],
  [
    "a part of a call that exceeds the size limit",
    part({ kind: "beyond", bytes: 52_428_800 }, "call"),
    { kind: "failed", notice: { text: "Call is larger than 50 MB and was not loaded.", actions: [] } },
  ],
  [
    "a part that exceeds the size limit",
    part({ kind: "beyond", bytes: 52_428_800 }),
    { kind: "failed", notice: { text: "Turn is larger than 50 MB and was not loaded.", actions: [] } },
  ],
  [
    "a part that failed",
    part({ kind: "failed", fault: { kind: "notFound", detail: "" } }),
    {
      kind: "failed",
      notice: {
        text: "Project not found. Select another project.",
        actions: [
          { title: "Select Project", action: "selectProject" },
          { title: "Sign In", action: "signIn" },
          { title: "Retry", action: "retry" },
        ],
      },
    },
  ],
];

for (const [name, said, expected] of [...headsCases, ...turnsCases, ...messagesCases, ...noticesCases]) {
  test(name, () => assert.deepEqual(said, expected));
}
