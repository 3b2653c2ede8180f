// docs/commands.md, made from the manifest: `npm run docs` writes it, and a unit test compares it.
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import * as z from "zod";
import { projectFolder } from "../editor/paths.ts";

const menuItem = z.object({
  /** Undefined for a submenu. */
  command: z.string().optional(),
  when: z.string().default(""),
  group: z.string().optional(),
});
const manifest = z
  .object({
    contributes: z.object({
      commands: z.array(z.object({ command: z.string(), title: z.string() })),
      menus: z.record(z.string(), z.array(menuItem)),
      // A default key has to be shown on the page.
      keybindings: z.undefined().optional(),
    }),
  })
  .parse(read("package.json")).contributes;
const strings = z.record(z.string(), z.string()).parse(read("package.nls.json"));

/** What each command does that the user can choose, in the order of the page. The id goes without its prefix. */
const sections: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  "Account and project": {
    signIn: "Asks for the service, API key and project; keys and projects that are found are offered",
    signOut: "Removes the API key, or closes the sample project",
    switchAccount: "Switches account or service in this workspace, or signs out of one",
    selectProject: "Changes the project in this workspace; projects of its files and recent ones are offered",
    saveProject: "Writes the project to the workspace's settings, for a team",
    openSample: "Shows sample data in this workspace; changes no setting",
    localCollector:
      "Collects what programs on this machine send, without an account: starts, stops and clears the collector, opens a terminal for it, and copies its environment variables",
    loadThreads: "In Restricted Mode, lets this window send requests",
    useKey: "In a container, asks once whether the stored key may be used there",
  },
  Threads: {
    refresh: "Reloads threads and counts; keeps loaded pages, selection and expanded rows",
    follow:
      "Loads new threads, turns and counts as they appear, and marks them; pauses while the window is not focused",
    stopFollowing: "Ends Follow in this window",
    cancelRefresh:
      "Stops loading threads, turns and counts; keeps what has arrived. Replaces **Refresh** after two seconds",
    sort: "Sorts by six fields, ascending or descending, and by a second one",
    filter: "Filters by time range and IDs",
    showOnlyErrors: "Lists only threads with errors in the time range",
    showAllThreads: "Shows threads without errors as well",
    showOnlyThread: "Filters by the ID of the selected conversation",
    findThread: "Finds a recent or loaded thread, any thread by its ID, or a text in conversations",
    loadAll: "Loads all remaining threads; canceling keeps those that were loaded",
    markAllSeen: "Marks all threads as seen",
    collapseAll: "Collapses all rows",
    openOverview: "Shows all threads that match the filter as charts",
    showErrors: "Lists failed calls of the time range by op and exception, with their conversations",
    copyThreadId: "Copies the ID of the selected conversation",
    copyThreadJson: "Copies the selected conversation with the service's field names",
    resumeInTerminal: "Types the command that resumes the selected session of Claude Code or Codex in a terminal",
    copyValue: "Copies the value of the row",
    retryDetails: "Loads again what failed to load",
  },
  "Conversations and calls": {
    openConversation: "Opens the conversation of the selected thread, at the selected turn",
    openTranscript: "Opens the conversation as one text document, for searching",
    openInputs: "Opens the inputs as a JSON document",
    openOutput: "Opens the output as a JSON document",
    goToOpCode: "Opens the op's function in the workspace",
    showOpCalls: "Lists the latest calls of the op at the cursor, with their conversations",
    countOpCalls: "Counts calls of the op at the cursor, by more conditions",
    showOpNumbers: "Shows calls, failed calls and median duration above ops, in the user's settings",
    showLastRunCalls: "Lists the calls since the last debug session, task or terminal command began",
    pin: "Keeps the conversation on top of the list, with a note of your own",
    editPin: "Changes that note",
    unpin: "Removes it from there",
    addReaction: "Adds an emoji to the turn, call or agent conversation, for everybody in the project",
    addNote: "Adds a note to it",
    selectForCompare: "Marks a thread, turn or call for comparison",
    compareWithSelected: "Compares it with the item selected for compare",
    tryAgain: "Opens the messages of a model call to edit, and to send to a model of VS Code",
    runDraft: "Sends them once you agree, and compares the response with the original; button in the editor's title",
    copyTurnId: "Copies the ID of the turn",
    copySelectedText: "Copies the selected text",
    copyAsRequest: "Copies what was sent to a model as JSON, curl or Python, without keys",
    copyAsTestCase: "Copies the inputs and output of a turn or call as one line of JSON",
    askConversation: "Opens the chat with the thread, turn or call attached and a question to edit",
    debugFailure: "Opens the chat with the failed call attached, and its op's function from the workspace",
  },
  Counts: {
    countCalls: "Counts calls by any conditions; the count can be copied, saved or made a count file",
    countThreadCalls: "Counts calls in the selected thread",
    showCalls:
      "Lists the latest calls of a count in the Counts view; from the Command Palette, of the status bar's count",
    openCall: "Opens the conversation at the call; a call outside threads has its own page",
    retryCalls: "Loads again what failed to load",
    saveCount: "Saves a count that is shown only in this window",
    removeCount: "Removes a count that is not saved",
    refreshCount: "Counts again",
    copyCount: "Copies the number",
    editCount: "Changes the conditions of a saved count",
    renameCount: "Renames a saved count",
    setThreshold:
      "Alerts when a saved count is above a number: in the view, the status bar and, if selected, a notification",
    deleteCount: "Deletes a saved count; can be undone",
    showCountInStatusBar: "Shows a saved count in the status bar",
    showProjectCountInStatusBar: "Shows the project's count in the status bar",
    newCountFile: "Opens a count file with an example",
    openCountAsFile: "Opens a count file with the conditions of a count",
    runCountFile: "Counts what the count file describes",
    cancelCountFile: "Cancels the running count file",
    showCountFileCalls: "Lists the latest calls of a count file in the Counts view",
  },
  "Export and links": {
    exportThreads: "Exports all threads that match the filter as CSV, JSON or JSON Lines",
    exportConversation: "Exports the turns of a conversation and the calls in them as JSON, with inputs and outputs",
    exportCounts: "Exports the saved counts as CSV, JSON or JSON Lines",
    exportCalls: "Exports the calls of a count as CSV, JSON or JSON Lines, optionally with their inputs and outputs",
    copyCallIds: "Copies the IDs of the calls of a count, the latest first, at most 10,000",
    copyThreadsQuery: "Copies the list's request as curl, Python or TypeScript",
    copyCountQuery: "Copies the request of a saved count or count file as curl, Python or TypeScript",
    openInBrowser: "Opens the conversation on screen, or the selected row, in the web app",
    openThreadsInBrowser: "Opens the project's threads in the web app",
    copyLink: "Copies the web app link of the conversation on screen, or the selected row",
    copyEditorLink: "Copies a link that opens the thread or turn in VS Code",
    copySavedCountLink: "Copies a link that opens the saved count in VS Code",
  },
  "Settings and help": {
    useEditorNetwork: "Sends requests through VS Code",
    useOwnNetwork: "Sends requests through the built-in HTTP client",
    resetToolPermissions: "Lets agents read no project in this workspace until you agree again",
    openTimeoutSetting: "Opens the setting of the request timeout",
    showLog: "Shows each request with route, attempt, status, time, bytes and rows",
    togglePrivacyMode: "Shows pseudonyms and placeholders instead of IDs, names and texts, or the originals again",
    showDiagnostics: "Shows a report for bug reports, without keys and with names redacted",
    openGuide: "Shows the guide, a section per subject, as a Markdown preview",
    showAccessibilityHelp: "Shows the keys of the views and pages, and the commands of the Command Palette",
  },
};

/** What `viewItem` is of a row, and what the page calls such rows. */
const rows = [
  ["thread", "thread rows"],
  ["thread.error", "thread rows"],
  ["thread.pinned", "pinned rows"],
  ["gone.pinned", "pinned rows"],
  ["agent", "agent rows"],
  ["agent.coding", "agent rows"],
  ["turn", "turn rows"],
  ["detail", "detail rows"],
  ["detail.turn", "detail rows"],
  ["notice.failed", "failed rows"],
  ["failed.retry.signIn.openTimeoutSetting.useOwnNetwork.useEditorNetwork.showLog", "failed rows"],
  ["count", "saved counts"],
  ["count.status", "saved counts"],
  ["count.temporary", "unsaved counts"],
  ["call", "call rows"],
  ["call.thread", "call rows"],
  ["turn.error", "turn rows"],
  ["call.error", "call rows"],
] as const;

/** The text of docs/commands.md. Throws where the manifest and the descriptions do not list the same commands. */
export function commandsPage(): string {
  const shown = new Map(manifest.commands.map(({ command, title }) => [command, title] as const));
  for (const id of shown.keys()) if (placesOf(id).length === 0) shown.delete(id);
  const lines = Object.entries(sections).flatMap(([heading, commands]) => [
    `\n## ${heading}\n`,
    "| Command | What it does | Where |\n| --- | --- | --- |",
    ...Object.entries(commands).map(([name, does]) => {
      const id = `weaveThreads.${name}`;
      const title = strings[shown.get(id)?.slice(1, -1) ?? ""];
      if (title === undefined) throw new Error(`${id} is described but not shown anywhere.`);
      shown.delete(id);
      return `| ${title} | ${does} | ${placesOf(id).join(", ")} |`;
    }),
  ]);
  if (shown.size > 0) throw new Error(`No description in test/docs/commandsPage.ts: ${[...shown.keys()].join(", ")}.`);
  return `${introduction}\n${lines.join("\n")}\n`;
}

const introduction = `<!-- Written by \`npm run docs\` from package.json and test/docs/commandsPage.ts. -->
# Commands

In the Command Palette, every title starts with \`Weave:\`. No command has a default keybinding; add one in **Preferences: Open Keyboard Shortcuts**. *Where* names the Command Palette, the buttons of a view or a conversation, the … menu of a view, and the context menus of rows and of the conversation.`;

function placesOf(id: string): readonly string[] {
  const items = Object.entries(manifest.menus).flatMap(([menu, all]) =>
    all.filter(({ command }) => command === id).map((item) => ({ menu, ...item })),
  );
  const isHidden = items.some(({ menu, when }) => menu === "commandPalette" && when === "false");
  return [...new Set([...(isHidden ? [] : ["Command Palette"]), ...items.flatMap(placesIn)])];
}

function placesIn({ menu, when, group }: z.infer<typeof menuItem> & { menu: string }): readonly string[] {
  switch (menu) {
    case "commandPalette":
      return [];
    case "view/title": {
      const view = strings[`view.${/view == weaveThreads\.(\w+)/.exec(when)?.[1]}`];
      return [`${view} ${group?.startsWith("navigation") ? "button" : "menu"}`];
    }
    case "weaveThreads.share":
    case "weaveThreads.account":
    case "weaveThreads.help":
      return [`${strings["view.threads"]} menu`];
    case "weaveThreads.open":
    case "weaveThreads.copy":
    case "weaveThreads.feedback":
    case "view/item/context": {
      const [, pattern, value] = /viewItem (?:=~ \/(.+?)\/(?= |$)|== (\S+))/.exec(when) ?? [];
      const isShown = (row: string) => (pattern === undefined ? row === value : new RegExp(pattern).test(row));
      const names = rows.filter(([row]) => isShown(row)).map(([, name]) => name);
      if (names.length === 0) throw new Error(`The page has no name for the rows of ${when}.`);
      return names;
    }
    case "webview/context":
      return ["conversation menu"];
    case "editor/title":
      return [when.startsWith("activeCustomEditorId") ? "conversation button" : "count file editor"];
    default:
      throw new Error(`The page has no name for the menu ${menu}.`);
  }
}

function read(file: string): unknown {
  return JSON.parse(readFileSync(join(projectFolder, file), "utf8"));
}

if (process.argv[1] === import.meta.filename) writeFileSync(join(projectFolder, "docs", "commands.md"), commandsPage());
