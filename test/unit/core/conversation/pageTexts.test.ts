import assert from "node:assert/strict";
import { test } from "node:test";
import type { Call } from "../../../../src/core/calls/call.ts";
import type { Access } from "../../../../src/core/conversation/conversationAccess.ts";
import {
  accessNotice,
  faultNotice,
  partState,
  turnsNotice,
} from "../../../../src/core/conversation/conversationNotice.ts";
import {
  emptyText,
  isCounted,
  progressText,
  turnCountText,
} from "../../../../src/core/conversation/drawing/headText.ts";
import { mediaText } from "../../../../src/core/conversation/drawing/mediaText.ts";
import {
  durationText,
  earlierText,
  largeText,
  noOutputText,
  sizeText,
  speakerText,
  statusText,
  timesText,
} from "../../../../src/core/conversation/drawing/turnText.ts";
import { modelsText, usageTexts } from "../../../../src/core/conversation/drawing/usageText.ts";
import type { MediaPart, Message } from "../../../../src/core/conversation/messages/message.ts";
import type { PageState } from "../../../../src/core/conversation/page.ts";
import type { Part } from "../../../../src/core/conversation/part.ts";
import { createFormats } from "../../../../src/core/text/format.ts";
import { turn } from "../turns/turns.ts";

process.env.TZ = "UTC";
const formats = createFormats("en");
const now = Date.UTC(2026, 10, 3, 12);
const call = (facts: Partial<Call> = {}) =>
  turn("turn-1", { startedAt: now - 90_000, endedAt: now - 88_500, ...facts });
const used = (totalTokens: number, cost: number | null): Call["usage"] => [
  { model: "gpt-5", promptTokens: totalTokens - 10, completionTokens: 10, totalTokens, requests: 1, cost },
];
const page = (state: Partial<PageState> = {}): PageState => ({
  thread: "t",
  project: "acme/desk",
  turns: [],
  now,
  progress: "complete",
  notice: null,
  ...state,
});
const broken = { text: "It broke.", remedies: [] };
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
const tool = message({ parts: [{ kind: "toolResult", id: null, name: null, content: null, failed: false }] });
const access = (given: Access) => accessNotice(given);
const part = (given: Part<string>) => partState(given, "own", (value) => value);

type Case = readonly [name: string, said: unknown, expected: unknown];

const headsCases: readonly Case[] = [
  ["no turns", head({}), ["0 turns", true, "", "This thread has no turns."]],
  ["one turn", head({ turns: [call()] }), ["1 turn", true, "", "This thread has no turns."]],
  [
    "turns on their way",
    head({ turns: [call(), call()], progress: "loading" }),
    ["2 turns so far", true, "Loading…", "Loading…"],
  ],
  [
    "the first turn while others are on their way",
    head({ turns: [call()], progress: "loading" }),
    ["1 turn so far", true, "Loading…", "Loading…"],
  ],
  [
    "turns that were stopped",
    head({ turns: [call(), call()], progress: "stopped" }),
    ["2 turns so far", true, "Stopped: more turns may follow.", "This thread has no turns."],
  ],
  [
    "nothing was asked for",
    head({ progress: "stopped", notice: broken }),
    ["0 turns so far", false, "", "This thread has no turns."],
  ],
  [
    "turns that broke off",
    head({ turns: [call()], progress: "stopped", notice: broken }),
    ["1 turn so far", true, "Stopped: more turns may follow.", "This thread has no turns."],
  ],
];

const turnsCases: readonly Case[] = [
  ["a turn that succeeded", statusText("success"), "Success"],
  ["a turn that failed", statusText("error"), "Error"],
  ["a turn that is running", statusText("running"), "Running"],
  ["a turn with a failure below it", statusText("descendantError"), "Error below"],
  [
    "the times of a turn",
    timesText(call(), formats),
    "Started Nov 3, 2026, 11:58:30 AM\nEnded Nov 3, 2026, 11:58:31 AM",
  ],
  ["the times of a running turn", timesText(call({ endedAt: null }), formats), "Started Nov 3, 2026, 11:58:30 AM"],
  ["the duration of a turn", durationText(call(), now, formats), "1.5s"],
  ["the duration of a running turn", durationText(call({ endedAt: null }), now, formats), "running for 1m 30s"],
  [
    "a clock that is behind",
    durationText(call({ endedAt: null, startedAt: now + 5000 }), now, formats),
    "running for 0ms",
  ],
  ["a large turn", largeText(1_300_000, formats), "1.3 MB: not loaded unasked."],
  ["a large turn of unknown size", largeText(null, formats), "Large: not loaded unasked."],
  ["no output", noOutputText("success"), "No output."],
  ["no output of a turn that failed", noOutputText("error"), "No output: the turn failed."],
  ["no output of a turn that is running", noOutputText("running"), "No output yet: the turn is running."],
  ["tokens and cost", usageTexts([call({ usage: used(1234, 0.12) })], formats), ["1,234 tokens", "$0.12"]],
  ["one token", usageTexts([call({ usage: used(1, null) })], formats), ["1 token"]],
  ["nothing used", usageTexts([call()], formats), []],
  ["what each model used", modelsText(call({ usage: used(1234, 0.12) }), formats), "gpt-5: 1,224 in, 10 out"],
  [
    "what a model used is not known",
    modelsText(
      call({
        usage: [
          { model: "gpt-5", promptTokens: null, completionTokens: null, totalTokens: null, requests: null, cost: null },
        ],
      }),
      formats,
    ),
    "gpt-5: unknown in, unknown out",
  ],
];

const messagesCases: readonly Case[] = [
  ["the user", speaker({}), "User"],
  [
    "the assistant by name, one of several answers",
    speaker({ role: "assistant", name: "planner", choice: 2 }),
    "Assistant · planner · Answer 2",
  ],
  ["the system", speaker({ role: "system" }), "System"],
  ["a developer", speaker({ role: "developer" }), "Developer"],
  ["a tool", speaker({ role: "tool" }), "Tool"],
  ["another role", speaker({ role: "critic" }), "critic"],
  ["one earlier message", earlierText([message()], formats), "1 earlier message"],
  ["earlier messages", earlierText([message(), message()], formats), "2 earlier messages"],
  [
    "earlier messages, some of them with tools",
    earlierText([message(), tool, tool], formats),
    "3 earlier messages, 2 of them with tools",
  ],
  ["an image", media({ bytes: 12_000 }), "Image (image/png), 12 kB"],
  ["a sound with a name", media({ mediaType: "audio/wav", name: "call.wav" }), "Sound (audio/wav), call.wav"],
  [
    "a video by its address",
    media({ mediaType: "video", address: "https://a.example/v" }),
    "Video: https://a.example/v",
  ],
  ["a file", media({ mediaType: null }), "File"],
  ["one item of a list", sizeText("list", 1, formats), "1 item"],
  ["items of a list", sizeText("list", 1200, formats), "1,200 items"],
  ["one member of an object", sizeText("object", 1, formats), "1 member"],
  ["members of an object", sizeText("object", 0, formats), "0 members"],
];

const noticesCases: readonly Case[] = [
  ["a conversation that can be read", access({ kind: "open" }), null],
  ["a conversation while the session is worked out", access({ kind: "starting" }), null],
  [
    "a conversation while signed out",
    access({ kind: "signedOut" }),
    { text: "Sign in to read this conversation.", remedies: [{ title: "Sign In", remedy: "signIn" }] },
  ],
  [
    "a conversation in Restricted Mode",
    access({ kind: "held", reason: "restricted" }),
    {
      text: "In Restricted Mode, nothing is requested until you load threads.",
      remedies: [{ title: "Load Threads", remedy: "loadThreads" }],
    },
  ],
  [
    "a conversation of the sample",
    access({ kind: "sample" }),
    {
      text: "This conversation is of the sample projects.",
      remedies: [{ title: "Open Sample Project", remedy: "openSample" }],
    },
  ],
  [
    "a conversation of another service",
    access({ kind: "otherService", service: "https://b.example" }),
    {
      text: "This conversation is of another service: https://b.example.",
      remedies: [{ title: "Switch Account", remedy: "switchAccount" }],
    },
  ],
  [
    "a conversation of another project",
    access({ kind: "otherProject", project: "acme/desk", shown: "acme/shop" }),
    {
      text: "This conversation is of the project acme/desk; the window shows acme/shop.",
      remedies: [{ title: "Show acme/desk", remedy: "showProject" }],
    },
  ],
  [
    "a conversation of a project, where none is shown",
    access({ kind: "otherProject", project: "acme/desk", shown: null }),
    {
      text: "This conversation is of the project acme/desk.",
      remedies: [{ title: "Show acme/desk", remedy: "showProject" }],
    },
  ],
  ["all turns are listed", turnsNotice(false, false), null],
  [
    "more turns than are listed",
    turnsNotice(true, false),
    { text: "Only the first 10000 turns are listed.", remedies: [] },
  ],
  [
    "a turn that is not listed",
    turnsNotice(false, true),
    { text: "The turn that you asked for is not among those listed here.", remedies: [] },
  ],
  [
    "more turns than are listed, one of them asked for",
    turnsNotice(true, true),
    { text: "Only the first 10000 turns are listed. The turn that you asked for is not among them.", remedies: [] },
  ],
  [
    "a server without conversations",
    faultNotice({ kind: "routeMissing", path: "/calls" }, "own"),
    { text: "This server cannot show conversations.", remedies: [{ title: "Refresh", remedy: "retry" }] },
  ],
  [
    "a fault in a conversation",
    faultNotice({ kind: "notFound", detail: "" }, "own"),
    {
      text: "The service did not find it. Check the project.",
      remedies: [
        { title: "Select Project", remedy: "selectProject" },
        { title: "Retry", remedy: "retry" },
      ],
    },
  ],
  [
    "a bug in a conversation",
    faultNotice(null, "own"),
    {
      text: "Something went wrong. The log has the details.",
      remedies: [
        { title: "Retry", remedy: "retry" },
        { title: "Show Log", remedy: "showLog" },
      ],
    },
  ],
  ["a part that is shown", part({ kind: "shown", value: "a" }), { kind: "shown", value: "a" }],
  [
    "a part that is gone",
    part({ kind: "gone" }),
    {
      kind: "failed",
      notice: { text: "The service has this turn no more.", remedies: [{ title: "Retry", remedy: "retry" }] },
    },
  ],
  [
    "a part that is beyond what is loaded",
    part({ kind: "beyond", bytes: 52_428_800 }),
    { kind: "failed", notice: { text: "This turn says more than 50 MB, which is not loaded.", remedies: [] } },
  ],
  [
    "a part that failed",
    part({ kind: "failed", fault: { kind: "notFound", detail: "" } }),
    {
      kind: "failed",
      notice: {
        text: "The service did not find it. Check the project.",
        remedies: [
          { title: "Select Project", remedy: "selectProject" },
          { title: "Retry", remedy: "retry" },
        ],
      },
    },
  ],
];

for (const [name, said, expected] of [...headsCases, ...turnsCases, ...messagesCases, ...noticesCases]) {
  test(name, () => assert.deepEqual(said, expected));
}
