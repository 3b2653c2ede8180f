import { fuzzed } from "./fuzzed.ts";
import { inFlow } from "./inFlow.ts";

/** A break of `src` that a test must catch. */
export interface Mutant {
  readonly what: string;
  readonly file: string;
  /** Stands in the file exactly once. */
  readonly text: string;
  readonly replacement: string;
  /** The cheapest test file that fails, `hostTests`, or a file of these. */
  readonly tests: string;
}

/** `test/host` as a whole: runs inside an editor, on a build of the mutant. Its files start with it. */
export const hostTests = "test/host";

export type Row = readonly [what: string, file: string, text: string, replacement: string, tests: string];

const core: readonly Row[] = [
  [
    "a thread with errors has the usual icon",
    "core/threads/threadRowText.ts",
    "if (hasFailed) return",
    "if (hasFailed && isNew) return",
    "core/threads/threadTexts",
  ],
  [
    "the sorted fact does not come first in a row",
    "core/threads/threadRowText.ts",
    "return [first, ...others.slice(0, 2)];",
    "return [...others.slice(0, 2), first];",
    "core/threads/threadTexts",
  ],
  [
    "a thread's tooltip shows p50 as p99",
    "core/threads/threadRowText.ts",
    "duration(thread.p99TurnDuration)",
    "duration(thread.p50TurnDuration)",
    "core/threads/threadTexts",
  ],
  [
    "the sort menu offers ascending orders first",
    "core/threads/sortText.ts",
    `: (["desc", "asc"] as const)`,
    `: (["asc", "desc"] as const)`,
    "core/threads/threadViewTexts",
  ],
  [
    "turns of other threads are listed",
    "core/turns/turnList.ts",
    "call.id === call.turnId && call.threadId === threadId",
    "call.id === call.turnId",
    "core/turns/threadTurns",
  ],
  [
    "two stored counts share an ID",
    "core/counts/countSchemas.ts",
    "while (ids.has(id))",
    "while (id === undefined)",
    "core/counts/savedCounts",
  ],
  [
    "a repeated ID is asked for twice",
    "core/input/idList.ts",
    "const ids = [...new Set(mentioned)];",
    "const ids = [...mentioned];",
    "core/input/idList",
  ],
  [
    "the environment's key goes to any service",
    "core/session/keySource.ts",
    "services.some((service) => service.origin === origin)",
    "services.length > 0",
    "core/session/keySource",
  ],
  [
    "a stored key goes to another origin than its own",
    "core/session/accounts.ts",
    "service?.origin === origin ? service.url : undefined",
    "service?.url",
    "core/session/accounts",
  ],
  [
    "a long untrusted text is not cut",
    "core/text/visibleText.ts",
    "return middleCut(visibleText(read), most);",
    "return visibleText(text);",
    "core/text/visibleText",
  ],
  [
    "a spreadsheet runs an exported formula",
    "core/export/exportText.ts",
    `text.toWellFormed().replace(formula, "'")`,
    "text.toWellFormed()",
    "core/export/exportText",
  ],
  [
    "another host's page is opened as the web app's",
    "core/links/webAddress.ts",
    "url.origin === root.origin &&",
    "",
    "core/links/webAddress",
  ],
  [
    "a problem of the filter leads to the sort menu",
    "core/failures/faultForm.ts",
    'if (parts.has("sort_by")) return',
    'if (parts.has("filter")) return',
    "core/failures/action",
  ],
];

/** Show Calls, Follow, thresholds, sign-in, Find, errors, and labels. */
const newer: readonly Row[] = [
  [
    "the calls of a count go beyond its limit",
    "core/counts/countCalls.ts",
    "const isLimited = most === conditions.limit;",
    "const isLimited = false;",
    "core/counts/countCalls",
  ],
  [
    "calls of a count stay after its conditions changed",
    "core/counts/countCalls.ts",
    "!sameConditions(before.asked.conditions, conditions)",
    "conditions === null",
    "core/counts/countCalls",
  ],
  [
    "more calls repeat the first ones",
    "core/counts/countCalls.ts",
    "offset: before.length",
    "offset: 0",
    "core/counts/countCalls",
  ],
  [
    "a bar shows the calls of the next one too",
    "core/overview/shownCalls.ts",
    "value < of.before",
    "value <= of.before",
    "core/overview/shownCalls",
  ],
  [
    "a workspace's setting starts Follow unseen",
    "core/follow.ts",
    "configured > 0 && (isKnown || !isOfWorkspace)",
    "configured > 0",
    "core/follow",
  ],
  [
    "repeated failures do not slow down Follow",
    "core/async/poller.ts",
    "usual * 2 ** failures",
    "usual * 2",
    "core/async/pollDelay",
  ],
  [
    "a setting that is read again restarts the interval",
    "core/async/poller.ts",
    "if (this.#options.interval() !== this.#interval) this.restart();",
    "this.restart();",
    "core/async/poller",
  ],
  [
    "a count at its threshold is above it",
    "core/counts/threshold.ts",
    "value.count > threshold.above",
    "value.count >= threshold.above",
    "core/counts/threshold",
  ],
  [
    "a passed threshold is reported at every check",
    "core/counts/threshold.ts",
    "isAbove(count) && !told.has(count.saved.id)",
    "isAbove(count)",
    "core/counts/thresholdWatch",
  ],
  [
    "thresholds are checked twice while following",
    "core/counts/thresholdWatch.ts",
    'following.value === "off" && ',
    "",
    "core/counts/thresholdWatch",
  ],
  [
    "a key typed for one service is sent to another",
    "core/session/signInEntry.ts",
    "this.#typedKeys.get(this.#service.origin)",
    "[...this.#typedKeys.values()].at(-1)",
    "core/session/signInEntry",
  ],
  [
    "a project pasted with one service is opened at another",
    "core/session/signInEntry.ts",
    "      this.#pasted = null;\n",
    "",
    "core/session/signInEntry",
  ],
  [
    "a window that adopts a sign-in forgets its project",
    "core/session/windowAccounts.ts",
    "before ?? project",
    "project",
    "core/session/windowSession",
  ],
  ["a thread is not found by a part of its ID", "core/search/findRows.ts", "has(id) || ", "", "core/search/findRows"],
  [
    "a large turn that may have the text is not found",
    "core/search/conversationSearch.ts",
    "for (const turn of turns.filter(isLarge)) this.#add(turn, null);",
    "",
    "core/search/conversationSearch",
  ],
  [
    "a call that is listed twice counts as two errors",
    "core/errors/failureGroups.ts",
    "if (this.#ids.has(failure.id)) return;",
    "",
    "core/errors/foundErrors",
  ],
  [
    "an error's calls are those of another type",
    "core/errors/exceptionType.ts",
    'name?.split(".").at(-1) === type',
    "name !== undefined",
    "core/errors/exceptionType",
  ],
  [
    "inputs for the labels of rows are downloaded without a limit",
    "core/threads/firstMessages.ts",
    "this.#left -= JSON.stringify(inputs).length;",
    "",
    "core/threads/firstMessages",
  ],
];

const client: readonly Row[] = [
  ["a request whose rows are shown is repeated", "service/retry.ts", "rows > 0", "rows < 0", "service/retry"],
  [
    "redirects are followed",
    "service/route/editorRoute.ts",
    `redirect: "manual"`,
    `redirect: "follow"`,
    "service/route/editorRoute",
  ],
  [
    "a proxy's refusal is taken for a tunnel",
    "service/route/proxyRoute.ts",
    "status >= 200 && status < 300",
    "status >= 200",
    "service/route/proxies",
  ],
  [
    "the key is not in the header that the service reads",
    "service/connection.ts",
    "authorization: basicAuthorization(",
    `"x-authorization": basicAuthorization(`,
    "service/client",
  ],
  [
    "failures repeat the key",
    "service/fault/redaction.ts",
    "redacted(value, forms)",
    "value",
    "service/fault/redaction",
  ],
  [
    "p99 of -1 is shown as a duration",
    "service/schema/threadRecord.ts",
    "p99 === -1 ? null : p99",
    "p99",
    "service/schema/threadRecord",
  ],
  [
    "the sample service takes any password",
    "sampleService/http/server.ts",
    "&& matches.includes(true)",
    "",
    "sampleService/http/server",
  ],
];

const editor: readonly Row[] = [
  [
    "a page watches any number of turns",
    "core/conversation/protocol.ts",
    ".slice(0, mostWatched)",
    "",
    "core/conversation/protocol",
  ],
  [
    "a missing field is reported where it does not belong",
    "core/counts/placedIssue.ts",
    "beyond.length > 0 && !missing",
    "beyond.length > 0",
    "features/countFiles/jsonPlaces",
  ],
  [
    "a saved chart may run scripts",
    "features/overview/chartFile.ts",
    "if (!drawn.has(name)) return false;",
    "if (!drawn.has(name)) break;",
    "features/overview/chartFile",
  ],
  [
    "a saved file follows a link",
    "vscode/files/diskFile.ts",
    "() => takePlace(part, file,",
    `async () => takePlace(part, await (await import("node:fs/promises")).realpath(file).catch(() => file),`,
    "vscode/files/diskFile",
  ],
  [
    "a link out of the workspace is not reported",
    "vscode/files/diskFile.ts",
    "!isInside(realFolder, root)",
    "!isInside(link, root)",
    "vscode/files/folderLink",
  ],
  [
    "a workspace sets what only the user may set",
    "vscode/storage/settings.ts",
    `if (by === "workspace")`,
    `if (by !== "trustedWorkspace")`,
    "vscode/storage/settings",
  ],
  [
    "a key that cannot be read looks like none",
    "core/session/windowKeys.ts",
    `"failure" in read && inUse !== undefined`,
    `"failure" in read`,
    "core/session/windowKeys",
  ],
  [
    "a netrc file of the working folder is read",
    "vscode/session/weaveMachine.ts",
    "resolve(home, source.file",
    "resolve(source.file",
    "vscode/session/weaveMachine",
  ],
  [
    "a row does not say why it stands in its place",
    "features/threads/threadTree.ts",
    "pinned ? null : this.#parts.threads.sortedBy",
    "null",
    hostTests,
  ],
  [
    "a file system's refusal has no reason",
    "vscode/files/savedFile.ts",
    `errorCode(error) ?? "Unknown"`,
    `"Unknown"`,
    hostTests,
  ],
  ["a tooltip shows untrusted text as HTML", "vscode/ui/treeView.ts", '.replaceAll("<", "&lt;")', "", hostTests],
  [
    "an op that is found takes the selection",
    "features/counts/opInput.ts",
    "!isFirst && again !== undefined",
    "again === undefined && isFirst",
    hostTests,
  ],
];

/** Rows name files below `src`, and tests below `test/unit` without their ending. */
export const mutants: readonly Mutant[] = [...core, ...newer, ...client, ...fuzzed, ...editor, ...inFlow].map(
  ([what, file, text, replacement, tests]) => ({
    what,
    file: `src/${file}`,
    text,
    replacement,
    tests: tests.startsWith(hostTests) ? tests : `test/unit/${tests}.test.ts`,
  }),
);
