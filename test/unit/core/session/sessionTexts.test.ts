import assert from "node:assert/strict";
import { test } from "node:test";
import { idle } from "../../../../src/core/async/loadState.ts";
import { faultText } from "../../../../src/core/failures/faultText.ts";
import { statusItem } from "../../../../src/core/project/display.ts";
import { missingText } from "../../../../src/core/project/statusText.ts";
import type { AccountEntry } from "../../../../src/core/session/accounts.ts";
import type { KeptKeySource, KeyLookup } from "../../../../src/core/session/keySource.ts";
import {
  keyProblemText,
  rejectedKeyText,
  sourceName,
  sourceProblemText,
} from "../../../../src/core/session/keySourceText.ts";
import { webAppsOf } from "../../../../src/core/session/pastedAddress.ts";
import { keyServices, offeredServices, serviceItems } from "../../../../src/core/session/serviceRows.ts";
import type { Session } from "../../../../src/core/session/session.ts";
import {
  accountNotes,
  accountText,
  badAddressText,
  heldText,
  hiddenText,
  leavingText,
  leftText,
  namedByText,
  noticeText,
  projectText,
  sampleRow,
  stillSignedInText,
  useKeyQuestion,
} from "../../../../src/core/session/sessionText.ts";
import {
  choiceItems,
  enteredProject,
  offeredProjects,
  projectItems,
  sentenceItems,
} from "../../../../src/core/session/signInRows.ts";

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
const offered = offeredProjects(null, [{ project: "acme/desk", from: ".env" }], ["acme/shop"]);
const at = (url: string) => ({ url, origin: url });
const services = offeredServices({ configured: null, machine: [], accounts: [] });
const unreadable = { kind: "file", problem: { kind: "unreadable", code: "EIO" } } as const;
const problem = (source: KeptKeySource, lookup: KeyLookup) => sourceProblemText({ source, lookup });
const entered = (text: string, others = true) =>
  enteredProject(text, { service: at(origin), apps: webAppsOf([at(origin)], ""), others });

const place = (text: string) => [entered(text)?.service?.url, entered(text)?.project];

type Case = readonly [name: string, said: unknown, expected: unknown];

const textsCases: readonly Case[] = [
  ["Restricted Mode", heldText("restricted"), "In Restricted Mode, no requests are sent until you load threads."],
  ["a container", heldText("container"), "Your API key is not used in this container until you allow it."],
  ["a key in a codespace", useKeyQuestion("codespaces"), "Use your API key in this codespace?"],
  ["a key in another container", useKeyQuestion("dev-container"), "Use your API key in this dev container?"],
  ["an invalid service URL", badAddressText(), "The service URL setting is not valid."],
  ["a project", projectText("acme/desk", null), "acme/desk"],
  ["a project of the local collector", projectText("acme/desk", "local"), "acme/desk (on this machine)"],
  ["a sample project", projectText("acme/desk", "sample"), "acme/desk (sample data)"],
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
    "no requests with an API key that could not be read",
    missing({ kind: "signedOut", project: null, problem: "keyUnreadable" }),
    "Could not read the API key from secret storage. Retry, or sign in again.",
  ],
  [
    "no requests in Restricted Mode",
    missing({ kind: "held", project: null, reason: "restricted" }),
    "In Restricted Mode, no requests are sent until you load threads.",
  ],
  ["no requests without a project", missing({ kind: "sample", project: null }), "Select a project first."],
  [
    "an API key that could not be read",
    noticeText("keyUnreadable"),
    "Could not read the API key from secret storage. Retry, or sign in again.",
  ],
  [
    "an API key that could not be saved",
    noticeText("keyNotKept"),
    "Could not save the API key. It is kept for this window only.",
  ],
  [
    "an API key that could not be deleted",
    noticeText("keyMayRemain"),
    "Signed out of this window, but the API key could not be deleted from secret storage. To be safe, revoke the key in your W&B user settings.",
  ],
  [
    "a hidden workspace setting",
    hiddenText({ project: "acme/desk", isOfWorkspace: true }),
    "Selected in this workspace instead of acme/desk (workspace settings)",
  ],
  [
    "a hidden user setting",
    hiddenText({ project: "acme/desk", isOfWorkspace: false }),
    "Selected in this workspace instead of acme/desk (user settings)",
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
  ["a key that was found", problem(netrc, { kind: "found", key: "k" }), undefined],
  ["a missing file", problem(netrc, { kind: "file", problem: { kind: "missing" } }), undefined],
  ["a file without the entry", problem(netrc, { kind: "noEntry" }), undefined],
  ["an unset variable", problem(variable, { kind: "badKey", problem: "empty" }), undefined],
  ["a folder", problem(netrc, { kind: "file", problem: { kind: "notAFile" } }), "~/.netrc is not a regular file."],
  [
    "a file that is too large",
    problem(netrc, { kind: "file", problem: { kind: "tooLarge" } }),
    "~/.netrc is too large to be a netrc file.",
  ],
  [
    "a file that cannot be read",
    problem(netrc, { kind: "file", problem: { kind: "unreadable", code: "EACCES" } }),
    "Could not read ~/.netrc (EACCES).",
  ],
  [
    "a file with a broken entry",
    problem(netrc, { kind: "brokenEntry" }),
    "The entry for api.a.example in ~/.netrc is not valid.",
  ],
  [
    "a file with an empty password",
    problem(netrc, { kind: "badKey", problem: "empty" }),
    "The entry for api.a.example in ~/.netrc has no password.",
  ],
  [
    "a file with a line break in the password",
    problem(netrc, { kind: "badKey", problem: "hiddenCharacters" }),
    "The API key in ~/.netrc contains a line break or an invisible character.",
  ],
  [
    "a variable with a line break",
    problem(variable, { kind: "badKey", problem: "hiddenCharacters" }),
    "The API key in WANDB_API_KEY contains a line break or an invisible character.",
  ],
];

const rowsCases: readonly Case[] = [
  ["the sample project among the accounts", sampleRow(false), { label: "Sample Project" }],
  [
    "the current sample project among the accounts",
    sampleRow(true),
    { label: "Sample Project", description: "current" },
  ],
  [
    "services where nothing is found",
    rows(serviceItems(null, offeredServices({ configured: null, machine: [], accounts: [] }), [])),
    ["W&B | https://trace.wandb.ai", "Another Service… | enter or paste its URL"],
  ],
  [
    "services named by the settings, the machine and accounts, each once, with W&B's own",
    rows(
      serviceItems(
        null,
        offeredServices({
          configured: at("https://set.example"),
          machine: [
            { ...at("https://machine.example"), apiHost: "", namedBy: "WANDB_BASE_URL" },
            { ...at("https://set.example"), apiHost: "", namedBy: "settingsBaseUrl" },
            { ...at("https://trace.wandb.ai"), apiHost: "", namedBy: "default" },
          ],
          accounts: [at("https://machine.example"), at("https://known.example")],
        }),
        [],
      ),
    ),
    [
      "W&B | https://trace.wandb.ai",
      "https://set.example | from VS Code settings",
      "https://machine.example | from the environment variable WANDB_BASE_URL",
      "https://known.example | used before",
      "Another Service… | enter or paste its URL",
    ],
  ],
  [
    "keys are looked up for the services of the machine first, in its order",
    keyServices(
      [
        { ...at("https://machine.example"), apiHost: "", namedBy: "WF_TRACE_SERVER_URL" },
        { ...at("https://trace.wandb.ai"), apiHost: "", namedBy: "default" },
      ],
      offeredServices({
        configured: at("https://set.example"),
        machine: [],
        accounts: [at("https://machine.example")],
      }),
    ),
    ["https://machine.example", "https://trace.wandb.ai", "https://set.example"].map(at),
  ],
  [
    "found keys with their services, and why another is not usable, once",
    rows(
      serviceItems(
        null,
        [],
        [
          { service: at("https://trace.wandb.ai"), source: variable, lookup: { kind: "found", key: "k" } },
          { service: at(origin), source: netrc, lookup: { kind: "found", key: "k" } },
          { service: at(origin), source: { ...netrc, file: "/etc/keys" }, lookup: unreadable },
          { service: at("https://b.example"), source: { ...netrc, file: "/etc/keys" }, lookup: unreadable },
          { service: at(origin), source: { ...netrc, file: "~/_netrc" }, lookup: { kind: "noEntry" } },
        ],
      ),
    ),
    [
      "Use WANDB_API_KEY | API key for W&B",
      "Use ~/.netrc | API key for https://a.example",
      "Another Service… | enter or paste its URL",
      "$(warning) Could not read /etc/keys (EIO).",
    ],
  ],
  [
    "a pasted URL of a project",
    rows(serviceItems({ service: at("https://trace.wandb.ai"), project: "acme/desk" }, services, [])),
    ["acme/desk | W&B"],
  ],
  ["a pasted service", rows(serviceItems({ service: at(origin), project: null }, services, [])), [origin]],
  [
    "a pasted URL that is not valid",
    rows(serviceItems("notHttps", services, [])),
    ["$(error) Use https. HTTP would send the API key unencrypted."],
  ],
  [
    "projects",
    rows(projectItems("", undefined, { offered, current: "acme/shop" })),
    ["acme/desk | from .env", "acme/shop | current · recent"],
  ],
  [
    "projects while a project is typed",
    rows(projectItems("acme/new", entered("acme/new"), { offered, current: null })),
    ["acme/new | use this project", "acme/desk | from .env", "acme/shop | recent"],
  ],
  [
    "projects while a URL of an offered project is pasted",
    rows(projectItems("…", entered("https://a.example/acme/desk/weave"), { offered, current: null })),
    ["acme/desk | use this project", "acme/shop | recent"],
  ],
  [
    "projects while a URL of another service's project is pasted",
    rows(projectItems("…", entered("https://wandb.ai/acme/new"), { offered: [], current: null })),
    ["acme/new | at https://trace.wandb.ai"],
  ],
  [
    "projects while another service is pasted",
    rows(projectItems("…", entered("https://b.example/traces"), { offered: [], current: null })),
    ["https://b.example/traces | at https://b.example"],
  ],
  [
    "a service URL without a scheme is no project",
    place("weave.b.example/traces"),
    ["https://weave.b.example/traces", null],
  ],
  ["an entity's page without a scheme is no project", place("wandb.ai/acme"), ["https://trace.wandb.ai", null]],
  ["an entity may have a dot", place("b.example/desk"), [undefined, "b.example/desk"]],
  ["a project may have the name of a path", place("acme/traces"), [undefined, "acme/traces"]],
  ["another service is not accepted where the account stays", entered("https://wandb.ai/acme/new", false), undefined],
  ["the current service alone is no project", entered("https://a.example"), undefined],
  [
    "projects while the text is not a project",
    rows(projectItems("acme", entered("acme"), { offered, current: null })),
    ["$(info) Enter entity/project, such as my-team/my-app", "acme/desk | from .env", "acme/shop | recent"],
  ],
  [
    "projects after a rejected one",
    rows(
      projectItems("", undefined, { offered, current: null, problem: faultText({ kind: "forbidden", detail: "" }) }),
    ),
    [
      "$(error) The project does not exist, or this account cannot read it. Select",
      "another project, or sign in with another key.",
      "acme/desk | from .env",
      "acme/shop | recent",
    ],
  ],
  [
    "the projects of a workspace setting, of files and of before, each once",
    offeredProjects(
      { project: "team/set", isOfWorkspace: true },
      [{ project: "acme/desk", from: ".env" }],
      ["acme/desk", "team/set", "acme/shop"],
    ).map(({ project, from }) => `${project} ${from}`),
    ["team/set from workspace settings", "acme/desk from .env", "acme/shop recent"],
  ],
  [
    "the project of a user setting",
    offeredProjects({ project: "acme/desk", isOfWorkspace: false }, [], []),
    [{ project: "acme/desk", from: "from user settings" }],
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
