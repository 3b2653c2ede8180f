import assert from "node:assert/strict";
import { test } from "node:test";
import {
  aboutCountText,
  advice,
  cautionsOf,
  needsOf,
  rewrittenCautions,
  snippetAbout,
  unreadableFileText,
} from "../../../../src/core/snippets/snippetText.ts";
import { createFormats } from "../../../../src/core/text/format.ts";
import { issue } from "../failures/faults.ts";

process.env.TZ = "UTC";
const formats = createFormats("en");
const sender = { url: "https://a.example", isSample: false, username: null };
const query = { project: "acme/desk" } as const;
const week = { kind: "preset", preset: "7d" } as const;

const refused = (...issues: ReturnType<typeof issue>[]) => unreadableFileText({ kind: "refused", issues });

type Case = readonly [name: string, said: unknown, expected: unknown];

const snippetsCases: readonly Case[] = [
  ["what curl needs", needsOf("curl"), "For bash, zsh and other POSIX shells."],
  ["what Python needs", needsOf("python"), "For Python 3.8 or later. No packages required."],
  ["what TypeScript needs", needsOf("typescript"), "For Node.js 22.18 or later, as an .mts file."],
  [
    "what to set before running",
    advice(sender),
    "Set WEAVE_USERNAME and WANDB_API_KEY in the environment. They are not copied.",
  ],
  [
    "what to set before running, with the user name known",
    advice({ ...sender, username: "api" }),
    "Set WANDB_API_KEY in the environment. The key is not copied.",
  ],
  [
    "what to change of the sample",
    advice({ ...sender, isSample: true }),
    "Sample data: replace the project with your own before running.",
  ],
  ["what a query is about", snippetAbout(query, "thread", week, formats), "Threads in acme/desk"],
  [
    "what a query for agent conversations of a time range is about",
    snippetAbout({ ...query, after: Date.UTC(2026, 10, 3) }, "agent", week, formats),
    "Agent conversations in acme/desk · Last 7 days · since Nov 3, 2026, 12:00:00 AM (UTC)",
  ],
  ["a query without cautions", cautionsOf(query, "thread", { onlyErrors: false, agents: false }, formats), []],
  [
    "a query with a limit, of errors only",
    cautionsOf({ ...query, limit: 100 }, "thread", { onlyErrors: true, agents: true }, formats),
    [
      "Returns at most the first 100 threads, like the view. Remove the limit to return all matching threads.",
      "The view shows only threads with errors. This query also returns threads without errors.",
      "The view also shows agent conversations. This query returns only threads.",
    ],
  ],
  [
    "a query for agent conversations with a limit",
    cautionsOf({ ...query, limit: 100 }, "agent", { onlyErrors: false, agents: false }, formats),
    ["Returns at most the first 100 agent conversations."],
  ],
  ["what a count query is about", aboutCountText(query, formats), "Calls in acme/desk · all calls"],
  [
    "what a count query with conditions is about",
    aboutCountText({ ...query, filter: { traceRootsOnly: true }, limit: 9 }, formats),
    "Calls in acme/desk · trace roots only, limit 9",
  ],
  [
    "cautions about a query that was rewritten for an older service",
    rewrittenCautions(["$lt", "$lte"]),
    [
      "The service does not support $lt. The query was rewritten and may count calls without a value differently.",
      "The service does not support $lte. The query was rewritten and may count calls without a value differently.",
    ],
  ],
  ["a count file that is not JSON", unreadableFileText({ kind: "notJson" }), "The count file is not valid JSON."],
  [
    "a count file with two problems",
    refused(issue(["body", "filter", "op_names"]), issue(["body", "limit"])),
    "The count file is not valid. filter.op_names: Wrong",
  ],
  ["a count file with a problem as a whole", refused(issue(["body"])), "The count file is not valid. Wrong"],
  ["a count file with an unknown problem", refused(), "The count file is not valid."],
];

for (const [name, said, expected] of snippetsCases) {
  test(name, () => assert.deepEqual(said, expected));
}
