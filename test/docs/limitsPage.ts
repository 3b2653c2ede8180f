// docs/limits.md, made from constants of the source: `npm run docs` writes it, and a unit test compares it.
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { projectFolder } from "../editor/paths.ts";

type Unit = "" | "bytes" | "ms" | "s";

/** What a user can meet, with the constant that says how much: its file below `src`, its name and its unit. */
const sections: Readonly<Record<string, readonly (readonly [what: string, file: string, name: string, unit: Unit])[]>> =
  {
    "Conversations in the list": [
      ["Conversations in a block of a long list", "core/conversations/threadRows.ts", "blockSize", ""],
      ["IDs in a filter", "core/query/threadQuery.ts", "mostIds", ""],
      ["Sort keys", "core/query/threadQuery.ts", "mostSortKeys", ""],
      ["Threads that have first messages as labels", "core/conversations/firstMessages.ts", "mostThreads", ""],
      ["Characters of a first message in the tooltip", "core/conversations/firstMessages.ts", "mostCharacters", ""],
      ["First messages requested for a page", "core/conversations/firstMessages.ts", "mostPerPage", "bytes"],
      ["New threads that are counted", "core/conversations/newThreads.ts", "mostCounted", ""],
      ["Agent conversations in one response", "core/conversations/agentSource.ts", "mostRows", ""],
      ["Recent conversations in *Find Thread*", "core/conversations/recentThreads.ts", "mostRecent", ""],
      ["Loaded threads that *Find Thread* lists", "core/search/findRowTexts.ts", "mostListed", ""],
    ],
    "A conversation": [
      ["Turns of a page of the tree", "core/conversations/turnList.ts", "mostListedTurns", ""],
      ["Turns of a conversation's page", "core/conversation/protocol.ts", "mostPageTurns", ""],
      ["Calls inside a turn", "core/calls/insideCalls.ts", "mostCalls", ""],
      ["Turns of each side of a comparison", "features/documents/openComparison.ts", "mostCompared", ""],
    ],
    "Counts and errors": [
      ["Smallest limit of a count", "core/query/callQuery.ts", "leastLimit", ""],
      ["Ops that are suggested", "core/counts/opRows.ts", "mostSuggested", ""],
      ["Temporary counts in the view", "core/counts/watchedCounts.ts", "mostTemporary", ""],
      ["Failed calls that *Show Errors* groups", "core/errors/foundErrors.ts", "mostFailures", ""],
      ["Call IDs that are copied", "features/export/callExport.ts", "mostCopied", ""],
    ],
    "Language model tools": [
      ["Rows of an answer", "core/chatTools/toolInputs.ts", "mostRows", ""],
      ["Turns of an answer", "core/chatTools/toolInputs.ts", "mostToolTurns", ""],
      ["Characters of an answer", "core/chatTools/framedText.ts", "mostCharacters", ""],
    ],
    "Source files": [
      ["Files that are searched for ops", "features/opNavigation/workspaceOps.ts", "mostFiles", ""],
      ["Projects that are offered from files", "core/session/projectMentions.ts", "mostOffered", ""],
    ],
    Requests: [
      ["Attempts of a request that may succeed later", "service/retry.ts", "mostAttempts", ""],
      ["Longest pause that a service may ask for", "service/retry.ts", "longestPause", "s"],
      ["Body of a request to the local collector", "localService/collector/ingestBody.ts", "mostBytes", "bytes"],
      ["Time until such a body has to have arrived", "localService/collector/ingestBody.ts", "longestMs", "ms"],
    ],
  };

export function limitsPage(): string {
  const parts = Object.entries(sections).map(([title, rows]) => {
    const lines = rows.map(([what, file, name, unit]) => `| ${what} | ${inUnit(numberOf(file, name), unit)} |`);
    return [`## ${title}`, "", "| What | Limit |", "| --- | ---: |", ...lines].join("\n");
  });
  return `${[
    "<!-- Written by `npm run docs` from constants of the source. -->\n# Limits and times",
    "Where there is more than a limit allows, the extension says so. [Settings](settings.md) have limits of their own.",
    ...parts,
  ].join("\n\n")}\n`;
}

/** The number that a constant of a file is. */
function numberOf(file: string, name: string): number {
  const source = readFileSync(join(projectFolder, "src", file), "utf8");
  const product = new RegExp(`const ${name} = ([\\d_]+(?: \\* [\\d_]+)*);`).exec(source)?.[1];
  if (product === undefined) throw new Error(`${file} has no number ${name}.`);
  return product.split(" * ").reduce((value, factor) => value * Number(factor.replaceAll("_", "")), 1);
}

function inUnit(value: number, unit: Unit): string {
  if (unit === "bytes") return `${value / 1024 / 1024} MiB`;
  if (unit === "ms") return `${value / 1000} s`;
  return unit === "" ? value.toLocaleString("en") : `${value} ${unit}`;
}

if (process.argv[1] === import.meta.filename) writeFileSync(join(projectFolder, "docs", "limits.md"), limitsPage());
