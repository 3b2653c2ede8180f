import assert from "node:assert/strict";
import { test } from "node:test";
import { idle } from "../../../../src/core/async/loadState.ts";
import { statusItem } from "../../../../src/core/display.ts";
import { UserError } from "../../../../src/core/failures/fault.ts";
import type { AccountEntry } from "../../../../src/core/session/accounts.ts";
import type { KeptKeySource } from "../../../../src/core/session/keySource.ts";
import {
  keyPlaceholder,
  keyProblemText,
  lookupText,
  rejectedKeyText,
  sourceItems,
  sourceName,
} from "../../../../src/core/session/keySourceText.ts";
import type { Session } from "../../../../src/core/session/session.ts";
import {
  accountNotes,
  accountText,
  badAddressText,
  heldText,
  leavingText,
  leftText,
  missingText,
  namedByText,
  noticeText,
  projectText,
  sampleRow,
  stillSignedInText,
  useKeyQuestion,
} from "../../../../src/core/session/sessionText.ts";
import { choiceItems, projectItems, sentenceItems } from "../../../../src/core/session/signInRows.ts";

const origin = "https://a.example";
const entry = (facts: Partial<AccountEntry> = {}): AccountEntry => ({
  url: origin,
  origin,
  username: "api",
  project: null,
  current: false,
  key: "kept",
  ...facts,
});
const netrc: KeptKeySource = { kind: "netrc", file: "~/.netrc", host: "api.a.example" };
const variable: KeptKeySource = { kind: "environment" };
const missing = (session: Session) => {
  const item = statusItem(session, idle, null);
  return item === null ? null : missingText(item);
};
const rows = (items: readonly { readonly label: string; readonly description?: string }[]) =>
  items.map(({ label, description }) => (description ? `${label} | ${description}` : label));
const offered = ["acme/desk", "acme/shop"] as const;

type Case = readonly [name: string, said: unknown, expected: unknown];

const textsCases: readonly Case[] = [
  ["Restricted Mode", heldText("restricted"), "In Restricted Mode, no requests are sent until you load threads."],
  ["a container", heldText("container"), "Your API key is not used in this container until you allow it."],
  ["a key in a codespace", useKeyQuestion("codespaces"), "Use your API key in this codespace?"],
  ["a key in another container", useKeyQuestion("dev-container"), "Use your API key in this dev container?"],
  ["an invalid service URL", badAddressText(), "The service URL setting is not valid."],
  ["a project", projectText("acme/desk", false), "acme/desk"],
  ["a sample project", projectText("acme/desk", true), "acme/desk (sample data)"],
  [
    "no requests while signed out",
    missing({ kind: "signedOut", project: null, problem: null }),
    "Sign in to Weave first.",
  ],
  [
    "no requests with an invalid service URL",
    missing({ kind: "signedOut", project: null, problem: "notHttps" }),
    "The service URL setting is not valid.",
  ],
  [
    "no requests in Restricted Mode",
    missing({ kind: "held", project: null, reason: "restricted" }),
    "In Restricted Mode, no requests are sent until you load threads.",
  ],
  ["no requests without a project", missing({ kind: "sample", project: null }), "Select a project first."],
  [
    "an API key that could not be read",
    noticeText("keyUnreadable", null),
    "Could not read the API key from secret storage. Retry, or sign in again.",
  ],
  [
    "an API key that could not be saved",
    noticeText("keyNotKept", null),
    "Could not save the API key. It is kept for this window only.",
  ],
  [
    "an API key that could not be deleted",
    noticeText("keyMayRemain", null),
    "Signed out of this window, but the API key could not be deleted from secret storage. To be safe, revoke the key in your W&B user settings.",
  ],
  [
    "a service URL that could not be written",
    noticeText("addressNotWritten", null),
    "The API key is saved. When the setting can be changed, run Weave: Switch Account to select the account.",
  ],
  [
    "a service URL that could not be written, with the reason",
    noticeText("addressNotWritten", new UserError("The file is read-only.")),
    "The file is read-only. The API key is saved. When the setting can be changed, run Weave: Switch Account to select the account.",
  ],
  ["a service URL from the wandb settings", namedByText("settingsBaseUrl"), "from the wandb settings file"],
  ["a service URL from the environment", namedByText("WANDB_BASE_URL"), "from the environment variable WANDB_BASE_URL"],
];

const accountsCases: readonly Case[] = [
  ["an account", accountText(entry()), "api at https://a.example"],
  [
    "notes on the current account",
    accountNotes(entry({ current: true, project: "acme/desk" })),
    ["current", "acme/desk"],
  ],
  ["notes on an account without a key", accountNotes(entry({ key: "nowhere" })), ["signed out"]],
  ["notes on an account of this window", accountNotes(entry({ key: "thisWindow" })), ["this window only"]],
  ["an account being signed out", leavingText(entry()), "Signing out of api at https://a.example…"],
  ["an account being removed", leavingText(entry({ key: "nowhere" })), "Removing api at https://a.example…"],
  ["a removed account", leftText(entry({ key: "nowhere" }), []), "Removed api at https://a.example."],
  [
    "an account still signed in elsewhere",
    leftText(entry(), [entry()]),
    "Signed out of api at https://a.example in this window.",
  ],
  [
    "signed out of the last account",
    leftText(entry(), []),
    "Signed out of api at https://a.example. No accounts remain.",
  ],
  [
    "signed out with one account remaining",
    leftText(entry(), [entry({ username: "b" })]),
    "Signed out of api at https://a.example. 1 account remains.",
  ],
  [
    "signed out with two accounts remaining",
    leftText(entry(), [entry({ username: "b" }), entry({ username: "c" }), entry({ username: "d", key: "nowhere" })]),
    "Signed out of api at https://a.example. 2 accounts remain.",
  ],
  [
    "the other accounts after Sign Out",
    stillSignedInText(entry(), [entry({ username: "b" }), entry({ origin: "https://b.example" })]),
    "Signed out of api at https://a.example. Still signed in: b at https://a.example, api at https://b.example.",
  ],
];

const keysCases: readonly Case[] = [
  ["no key", keyProblemText("empty"), "Enter an API key."],
  [
    "a key with a line break",
    keyProblemText("hiddenCharacters"),
    "The API key contains a line break or an invisible character. Copy only the key.",
  ],
  ["the name of the variable", sourceName(variable), "WANDB_API_KEY"],
  ["the name of a file and its entry", sourceName(netrc), "~/.netrc (api.a.example)"],
  ["a rejected key of the variable", rejectedKeyText(variable), "Invalid or expired API key in WANDB_API_KEY."],
  ["a rejected key of a file", rejectedKeyText(netrc), "Invalid or expired API key in ~/.netrc (api.a.example)."],
  ["a missing file", lookupText(netrc, { kind: "file", problem: { kind: "missing" } }), "~/.netrc does not exist."],
  ["a folder", lookupText(netrc, { kind: "file", problem: { kind: "notAFile" } }), "~/.netrc is not a regular file."],
  [
    "a file that is too large",
    lookupText(netrc, { kind: "file", problem: { kind: "tooLarge" } }),
    "~/.netrc is too large to be a netrc file.",
  ],
  [
    "a file that cannot be read",
    lookupText(netrc, { kind: "file", problem: { kind: "unreadable", code: "EACCES" } }),
    "Could not read ~/.netrc (EACCES).",
  ],
  ["a file without the entry", lookupText(netrc, { kind: "noEntry" }), "~/.netrc has no entry for api.a.example."],
  [
    "a file with a broken entry",
    lookupText(netrc, { kind: "brokenEntry" }),
    "The entry for api.a.example in ~/.netrc is not valid.",
  ],
  [
    "a file with an empty password",
    lookupText(netrc, { kind: "badKey", problem: "empty" }),
    "The entry for api.a.example in ~/.netrc has no password.",
  ],
  [
    "a file with a line break in the password",
    lookupText(netrc, { kind: "badKey", problem: "hiddenCharacters" }),
    "The API key in ~/.netrc contains a line break or an invisible character.",
  ],
  [
    "an unset variable",
    lookupText(variable, { kind: "badKey", problem: "empty" }),
    "WANDB_API_KEY is not set in the environment that VS Code was started from.",
  ],
];

const rowsCases: readonly Case[] = [
  ["the sample project among the accounts", sampleRow(false), { label: "Sample Project" }],
  [
    "the current sample project among the accounts",
    sampleRow(true),
    { label: "Sample Project", description: "current" },
  ],
  ["the prompt for an API key source", keyPlaceholder(origin, false), "Select an API key for https://a.example"],
  [
    "the prompt for an API key source on a remote machine",
    keyPlaceholder(origin, true),
    "Select an API key for https://a.example on the remote machine",
  ],
  [
    "API key sources",
    rows(sourceItems({ sources: [variable, netrc], environmentOrigin: undefined }, undefined)),
    ["Use WANDB_API_KEY | environment variable", "Use ~/.netrc | entry for api.a.example"],
  ],
  [
    "API key sources after a failed one, with a variable for another service",
    rows(sourceItems({ sources: [netrc], environmentOrigin: "https://b.example" }, "~/.netrc does not exist.")),
    [
      "$(error) ~/.netrc does not exist.",
      "Use ~/.netrc | entry for api.a.example",
      "$(info) WANDB_API_KEY is for https://b.example and is not offered here.",
    ],
  ],
  ["projects", rows(projectItems("", { offered, current: "acme/shop" })), ["acme/desk", "acme/shop | current"]],
  [
    "projects while a project is typed",
    rows(projectItems("acme/new", { offered, current: null })),
    ["acme/new | use this project", "acme/desk", "acme/shop"],
  ],
  [
    "projects while the text is not a project",
    rows(projectItems("acme", { offered, current: null })),
    ["$(info) Enter entity/project, such as my-team/my-app", "acme/desk", "acme/shop"],
  ],
  [
    "projects after a rejected one",
    rows(projectItems("", { offered, current: null, problem: "Not found." })),
    ["$(error) Not found.", "acme/desk", "acme/shop"],
  ],
  [
    "choices after a connection failure",
    rows([
      ...sentenceItems({ kind: "notFound", detail: "" }),
      ...choiceItems({ kind: "unreachable", code: "EPIPE" }, "own"),
    ]),
    [
      "$(error) Project not found. Select another project.",
      "Retry",
      "Use VS Code's HTTP Client | and retry",
      "Change Service URL | returns to the first step",
      "Save Without Checking",
    ],
  ],
  [
    "choices after an internal error of the service",
    rows([
      ...sentenceItems({ kind: "serviceFailure", status: 500, detail: "Internal server error", retryAfter: null }),
      ...choiceItems({ kind: "serviceFailure", status: 500, detail: "Internal server error", retryAfter: null }, "own"),
    ]),
    [
      "$(error) The request to the service failed (status 500): Internal server error.",
      "Retry",
      "Show Log | keeps this dialog open",
      "Change Service URL | returns to the first step",
      "Save Without Checking",
    ],
  ],
  [
    "choices after a timeout",
    rows(choiceItems({ kind: "timeout", phase: "body", milliseconds: 1000 }, "own")),
    [
      "Retry",
      "Open Request Timeout Setting | keeps this dialog open",
      "Change Service URL | returns to the first step",
      "Save Without Checking",
    ],
  ],
  [
    "choices after a project is not found",
    rows(choiceItems({ kind: "notFound", detail: "" }, "own")),
    ["Retry", "Select Project", "Change Service URL | returns to the first step", "Save Without Checking"],
  ],
  [
    "choices after a proxy failure with VS Code's HTTP client",
    rows(choiceItems({ kind: "proxy", proxy: null, status: 407, detail: "" }, "editor")),
    [
      "Retry",
      "Open Proxy Setting | keeps this dialog open",
      "Use Built-in HTTP Client | and retry",
      "Change Service URL | returns to the first step",
      "Save Without Checking",
    ],
  ],
];

for (const [name, said, expected] of [...textsCases, ...accountsCases, ...keysCases, ...rowsCases]) {
  test(name, () => assert.deepEqual(said, expected));
}
