import assert from "node:assert/strict";
import { test } from "node:test";
import {
  leadText,
  linkProblemText,
  refusalText,
  terminalTooltip,
  tooltip,
} from "../../../../src/core/links/linkText.ts";
import { projectQuestion } from "../../../../src/core/links/projectQuestion.ts";
import { threadKey } from "../../../../src/core/query/conversationKey.ts";
import type { LinkTarget } from "../../../../src/core/query/linkTarget.ts";
import { type ProjectId, sampleProjects } from "../../../../src/core/query/projectId.ts";
import type { Session } from "../../../../src/core/session/session.ts";

const project: ProjectId = "acme/desk";
const [sampleProject] = sampleProjects;
const account = { url: "https://a.example", origin: "https://a.example", username: "api" };
const signedIn = (shown: ProjectId | null): Session => ({ kind: "signedIn", project: shown, account });

const found = (target: LinkTarget, web: boolean) => {
  const link = { start: 0, end: 1, text: "a", web, target };
  return [tooltip(link), terminalTooltip(link)];
};
const op: LinkTarget = { kind: "op", project, name: "predict", version: "*" };

type Case = readonly [name: string, said: unknown, expected: unknown];

const leadsCases: readonly Case[] = [
  ["a link to a project", leadText({ kind: "project", project }), "This link opens project acme/desk."],
  [
    "a link to a thread",
    leadText({ kind: "thread", project, conversation: threadKey("t") }),
    "This link opens thread t in project acme/desk.",
  ],
  [
    "a link to a call",
    leadText({ kind: "call", project, callId: "c" }),
    "This link opens call c in project acme/desk.",
  ],
  [
    "a link to an op",
    leadText({ kind: "op", project, name: "predict", version: "*" }),
    "This link opens op predict in project acme/desk.",
  ],
  [
    "a link to an object",
    leadText({ kind: "object", project, name: "model", version: "v1" }),
    "This link opens object model in project acme/desk.",
  ],
  ["a link to a count", leadText({ kind: "count", project }), "This link counts calls in project acme/desk."],
];

const tooltipsCases: readonly Case[] = [
  [
    "a web link in a document, and in a terminal",
    found({ kind: "project", project }, true),
    ["Open in Weave Threads", "Open in Weave Threads (“Open in Browser” is in its menu)"],
  ],
  ["a web link to an op", found(op, true), ["Open in Weave Threads", "Open in Weave Threads"]],
  ["a ref of an op", found(op, false), ["Open in Weave Threads", "Open in Weave Threads"]],
  [
    "a ref of an object",
    found({ kind: "object", project, name: "model", version: "v1" }, false),
    ["Open in Browser", "Open in Browser"],
  ],
];

const refusalsCases: readonly Case[] = [
  ["a link to nothing", refusalText({ kind: "page" }), "This link is not supported."],
  ["a link that is too long", refusalText({ kind: "tooLong" }), "The link is too long."],
  [
    "a link with something else in it",
    refusalText({ kind: "unknown" }),
    "The link contains an unsupported parameter, such as a key or URL, or a value that is not encoded twice.",
  ],
  ["a link with a value twice", refusalText({ kind: "twice", parameter: "id" }), "“id” appears more than once."],
  ["a link without a value", refusalText({ kind: "missing", parameter: "id" }), "“id” is missing."],
  [
    "a link with a value that cannot be read",
    refusalText({ kind: "unreadable", parameter: "project" }),
    "“project” is not valid.",
  ],
];

const problemsCases: readonly Case[] = [
  [
    "an object of the sample project",
    linkProblemText({ kind: "sampleObject" }),
    "Objects open only in the web app, where the sample project is not available.",
  ],
  [
    "a web page of a sample project",
    linkProblemText({ kind: "samplePage" }),
    "The sample project is not available in the web app.",
  ],
  ["a name that no URL can carry", linkProblemText({ kind: "name" }), "This name cannot be used in a web link."],
  [
    "an invalid web URL",
    linkProblemText({ kind: "webUrl" }),
    "Invalid web URL in the settings. Use an https:// URL without user name, key or query string.",
  ],
  [
    "conditions longer than a link",
    linkProblemText({ kind: "longCount" }),
    "These conditions are too long for a link. Use a count file instead.",
  ],
  ["a thread ID longer than a link", linkProblemText({ kind: "longThread" }), "This thread ID is too long for a link."],
  [
    "a service that cannot read calls",
    linkProblemText({ kind: "callsUnsupported", fault: { kind: "routeMissing", path: "/calls", host: "a.example" } }),
    "Reading calls is not supported by a.example.",
  ],
  [
    "a conversation on another service",
    linkProblemText({ kind: "otherService", service: "https://b.example" }),
    "This conversation is on another service: https://b.example.",
  ],
  [
    "a call that does not exist",
    linkProblemText({ kind: "missingCall", callId: "a".repeat(80), project }),
    `Call ${"a".repeat(40)}…${"a".repeat(19)} not found in acme/desk.`,
  ],
];

const questionsCases: readonly Case[] = [
  [
    "a link while signed out",
    projectQuestion({ kind: "signedOut", project: null, problem: null }, project),
    {
      message: "Sign in to open the link?",
      shown: "You are not signed in.",
      actions: [{ title: "Sign In", action: "signIn" }],
    },
  ],
  [
    "a link to the sample while signed out",
    projectQuestion({ kind: "signedOut", project: null, problem: null }, sampleProject)?.actions,
    [
      { title: "Sign In", action: "signIn" },
      { title: "Open Sample Project", action: "openSample" },
    ],
  ],
  [
    "a link in Restricted Mode",
    projectQuestion({ kind: "held", project: null, reason: "restricted" }, project),
    {
      message: "Load threads to open the link?",
      shown: "In Restricted Mode, no requests are sent until you load threads.",
      actions: [{ title: "Load Threads", action: "loadThreads" }],
    },
  ],
  [
    "a link in a container",
    projectQuestion({ kind: "held", project: null, reason: "container" }, project),
    {
      message: "Use your API key to open the link?",
      shown: "Your API key is not used in this container until you allow it.",
      actions: [{ title: "Use API Key…", action: "useKey" }],
    },
  ],
  [
    "a link to a real project from the sample",
    projectQuestion({ kind: "sample", project: sampleProject }, project),
    {
      message: "Switch to an account to open the link?",
      shown: "This window shows the sample project.",
      actions: [{ title: "Switch Account", action: "switchAccount" }],
    },
  ],
  [
    "a link to another project",
    projectQuestion(signedIn("acme/shop"), project),
    {
      message: "Show project acme/desk in this window?",
      shown: "This window shows acme/shop.",
      actions: [{ title: "Show acme/desk", action: "showProject" }],
    },
  ],
  [
    "a link to a project where none is shown",
    projectQuestion(signedIn(null), project),
    {
      message: "Show project acme/desk in this window?",
      shown: "No project is selected in this window.",
      actions: [{ title: "Show acme/desk", action: "showProject" }],
    },
  ],
  [
    "a link to the sample from an account",
    projectQuestion(signedIn("acme/shop"), sampleProject)?.actions,
    [
      { title: "Show northwind/support-assistant", action: "showProject" },
      { title: "Open Sample Project", action: "openSample" },
    ],
  ],
  ["a link to the project that is shown", projectQuestion(signedIn(project), project), null],
];

for (const [name, said, expected] of [
  ...leadsCases,
  ...tooltipsCases,
  ...refusalsCases,
  ...problemsCases,
  ...questionsCases,
]) {
  test(name, () => assert.deepEqual(said, expected));
}
