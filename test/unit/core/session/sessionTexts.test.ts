import assert from "node:assert/strict";
import { test } from "node:test";
import { statusItem } from "../../../../src/core/display.ts";
import { UserError } from "../../../../src/core/failures/userError.ts";
import { idle } from "../../../../src/core/load.ts";
import type { AccountEntry } from "../../../../src/core/session/accounts.ts";
import { accountNotes, accountText, leavingText, leftText } from "../../../../src/core/session/accountText.ts";
import { choiceItems, sentenceItems } from "../../../../src/core/session/failedCheck.ts";
import type { KeptKeySource } from "../../../../src/core/session/keySource.ts";
import { keyProblemText, lookupText, sourceName } from "../../../../src/core/session/keySourceText.ts";
import { projectItems } from "../../../../src/core/session/projectRows.ts";
import type { Session } from "../../../../src/core/session/session.ts";
import {
  badAddressText,
  heldText,
  missingText,
  namedByText,
  noticeText,
  projectText,
} from "../../../../src/core/session/sessionText.ts";
import { sourceItems } from "../../../../src/core/session/sourceRows.ts";

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
  ["Restricted Mode", heldText("restricted"), "In Restricted Mode, nothing is requested until you load threads."],
  ["a container", heldText("container"), "Your API key is not used in this container until you allow it."],
  ["an address that cannot be used", badAddressText(), "The service address in the settings cannot be used."],
  ["a project", projectText("acme/desk", false), "acme/desk"],
  ["a project of the sample", projectText("acme/desk", true), "acme/desk (sample data)"],
  [
    "nothing can be asked while signed out",
    missing({ kind: "signedOut", project: null, problem: null }),
    "Sign in to Weave first.",
  ],
  [
    "nothing can be asked of a wrong address",
    missing({ kind: "signedOut", project: null, problem: "notHttps" }),
    "The service address in the settings cannot be used.",
  ],
  [
    "nothing can be asked in Restricted Mode",
    missing({ kind: "held", project: null, reason: "restricted" }),
    "In Restricted Mode, nothing is requested until you load threads.",
  ],
  ["nothing can be asked without a project", missing({ kind: "sample", project: null }), "Select a project first."],
  [
    "a key that cannot be read",
    noticeText("keyUnreadable", null),
    "The key cannot be read from the secret storage. Sign in again.",
  ],
  [
    "a key that is not kept",
    noticeText("keyNotKept", null),
    "The secret storage does not take the key. It works in this window and will not be remembered.",
  ],
  [
    "a key that may remain",
    noticeText("keyMayRemain", null),
    "This window is signed out, but the secret storage did not delete the key and may still hold it. Revoke the key where it was made to be sure.",
  ],
  [
    "an address that was not written",
    noticeText("addressNotWritten", null),
    "The key is kept: once the setting can be written, choose the account with Weave: Switch Account.",
  ],
  [
    "an address that was not written, and why",
    noticeText("addressNotWritten", new UserError("The file is read-only.")),
    "The file is read-only. The key is kept: once the setting can be written, choose the account with Weave: Switch Account.",
  ],
  ["an address from the settings of wandb", namedByText("settingsBaseUrl"), "from the settings file of wandb"],
  ["an address from the environment", namedByText("WANDB_BASE_URL"), "from the environment variable WANDB_BASE_URL"],
];

const accountsCases: readonly Case[] = [
  ["an account", accountText(entry()), "api at https://a.example"],
  [
    "what is known of the current account",
    accountNotes(entry({ current: true, project: "acme/desk" })),
    ["current", "acme/desk"],
  ],
  ["what is known of an account without a key", accountNotes(entry({ key: "nowhere" })), ["signed out"]],
  ["what is known of an account of this window", accountNotes(entry({ key: "thisWindow" })), ["not remembered"]],
  ["an account on its way out", leavingText(entry()), "Signing out api at https://a.example…"],
  [
    "an account without a key on its way out",
    leavingText(entry({ key: "nowhere" })),
    "Forgetting api at https://a.example…",
  ],
  ["an account that is forgotten", leftText(entry({ key: "nowhere" }), []), "api at https://a.example is forgotten."],
  [
    "an account that is left in other windows",
    leftText(entry(), [entry()]),
    "api at https://a.example is signed out in this window.",
  ],
  ["the last account", leftText(entry(), []), "api at https://a.example is signed out. No account is left."],
  [
    "the last account but one",
    leftText(entry(), [entry({ username: "b" })]),
    "api at https://a.example is signed out. One account is left.",
  ],
  [
    "an account of many",
    leftText(entry(), [entry({ username: "b" }), entry({ username: "c" }), entry({ username: "d", key: "nowhere" })]),
    "api at https://a.example is signed out. 2 accounts are left.",
  ],
];

const keysCases: readonly Case[] = [
  ["no key", keyProblemText("empty"), "Enter the API key."],
  [
    "a key with a line break",
    keyProblemText("hiddenCharacters"),
    "The key has a line break or another character that cannot be seen. Copy the key alone.",
  ],
  ["the variable by its name", sourceName(variable), "WANDB_API_KEY"],
  ["a file by its name and entry", sourceName(netrc), "~/.netrc (api.a.example)"],
  [
    "a file that is not there",
    lookupText(netrc, { kind: "file", problem: { kind: "missing" } }),
    "~/.netrc does not exist.",
  ],
  ["a folder", lookupText(netrc, { kind: "file", problem: { kind: "notAFile" } }), "~/.netrc is not a file."],
  [
    "a file that is too large",
    lookupText(netrc, { kind: "file", problem: { kind: "tooLarge" } }),
    "~/.netrc is too large for a netrc file.",
  ],
  [
    "a file that cannot be read",
    lookupText(netrc, { kind: "file", problem: { kind: "unreadable", code: "EACCES" } }),
    "~/.netrc cannot be read (EACCES).",
  ],
  ["a file without the entry", lookupText(netrc, { kind: "noEntry" }), "~/.netrc has no entry for api.a.example."],
  [
    "a file with a broken entry",
    lookupText(netrc, { kind: "brokenEntry" }),
    "~/.netrc has an entry for api.a.example that cannot be read.",
  ],
  [
    "a file with an empty password",
    lookupText(netrc, { kind: "badKey", problem: "empty" }),
    "~/.netrc has an entry for api.a.example, but no password in it.",
  ],
  [
    "a file with a line break in the password",
    lookupText(netrc, { kind: "badKey", problem: "hiddenCharacters" }),
    "The key in ~/.netrc has a line break or another character that cannot be seen.",
  ],
  [
    "a variable that is not set",
    lookupText(variable, { kind: "badKey", problem: "empty" }),
    "WANDB_API_KEY is not set in the environment that VS Code was started in.",
  ],
];

const rowsCases: readonly Case[] = [
  [
    "sources of a key",
    rows(sourceItems({ sources: [variable, netrc], environmentOrigin: undefined }, undefined)),
    ["Use WANDB_API_KEY | environment variable", "Use ~/.netrc | entry for api.a.example"],
  ],
  [
    "sources of a key, one tried without success, the variable of another service",
    rows(sourceItems({ sources: [netrc], environmentOrigin: "https://b.example" }, "~/.netrc does not exist.")),
    [
      "$(error) ~/.netrc does not exist.",
      "Use ~/.netrc | entry for api.a.example",
      "$(info) WANDB_API_KEY belongs to https://b.example and is not offered here.",
    ],
  ],
  ["projects", rows(projectItems("", { offered, current: "acme/shop" })), ["acme/desk", "acme/shop | current"]],
  [
    "projects while one is typed",
    rows(projectItems("acme/new", { offered, current: null })),
    ["acme/new | use this project", "acme/desk", "acme/shop"],
  ],
  [
    "projects while something else is typed",
    rows(projectItems("acme", { offered, current: null })),
    ["$(info) Type entity/project, such as my-team/my-app", "acme/desk", "acme/shop"],
  ],
  [
    "projects after one was refused",
    rows(projectItems("", { offered, current: null, problem: "Not found." })),
    ["$(error) Not found.", "acme/desk", "acme/shop"],
  ],
  [
    "what to do about a check that failed for the connection",
    rows([
      ...sentenceItems({ kind: "notFound", detail: "" }),
      ...choiceItems({ kind: "unreachable", code: "EPIPE" }, "own"),
    ]),
    [
      "$(error) The service did not find it. Check the project.",
      "Retry",
      "Use VS Code's HTTP Client | and try again",
      "Open Service URL Setting | back to the first step",
      "Keep Anyway | keep the key without a check",
    ],
  ],
  [
    "what to do about a check that failed for the time limit",
    rows(choiceItems({ kind: "timeout", phase: "body", milliseconds: 1000 }, "own")),
    [
      "Retry",
      "Open Request Timeout Setting | this dialogue stays open",
      "Open Service URL Setting | back to the first step",
      "Keep Anyway | keep the key without a check",
    ],
  ],
  [
    "what to do about a project that is not found",
    rows(choiceItems({ kind: "notFound", detail: "" }, "own")),
    [
      "Retry",
      "Select Project",
      "Open Service URL Setting | back to the first step",
      "Keep Anyway | keep the key without a check",
    ],
  ],
  [
    "what to do about a proxy while the editor sends",
    rows(choiceItems({ kind: "proxy", proxy: null, status: 407, detail: "" }, "editor")),
    [
      "Retry",
      "Open Proxy Setting | this dialogue stays open",
      "Use Built-in HTTP Client | and try again",
      "Open Service URL Setting | back to the first step",
      "Keep Anyway | keep the key without a check",
    ],
  ],
];

for (const [name, said, expected] of [...textsCases, ...accountsCases, ...keysCases, ...rowsCases]) {
  test(name, () => assert.deepEqual(said, expected));
}
