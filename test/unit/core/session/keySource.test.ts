import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import {
  type KeyLookup,
  keyFrom,
  keyInNetrc,
  keyProblem,
  keySources,
  looksLikeKey,
} from "../../../../src/core/session/keySource.ts";
import {
  apiHost,
  settingsBaseUrl,
  type WeaveSetup,
  weaveServices,
} from "../../../../src/core/session/weaveServices.ts";

const publicService = { url: "https://trace.wandb.ai", origin: "https://trace.wandb.ai", apiHost: "api.wandb.ai" };
const corp = { url: "https://corp.example/traces", origin: "https://corp.example", apiHost: "corp.example" };

const setups: readonly [sentence: string, setup: WeaveSetup, services: readonly object[]][] = [
  ["no configuration", {}, [{ ...publicService, namedBy: "default" }]],
  [
    "blank variables are unset",
    { WF_TRACE_SERVER_URL: " ", WANDB_BASE_URL: "", WANDB_PUBLIC_BASE_URL: "", settingsBaseUrl: "" },
    [{ ...publicService, namedBy: "default" }],
  ],
  [
    "the default base URL",
    { WANDB_BASE_URL: "https://api.wandb.ai/" },
    [{ ...publicService, namedBy: "WANDB_BASE_URL" }],
  ],
  ["a custom base URL", { WANDB_BASE_URL: "https://corp.example" }, [{ ...corp, namedBy: "WANDB_BASE_URL" }]],
  ["trailing slashes", { WANDB_BASE_URL: " https://corp.example// " }, [{ ...corp, namedBy: "WANDB_BASE_URL" }]],
  ["a base URL in the settings file", { settingsBaseUrl: corp.origin }, [{ ...corp, namedBy: "settingsBaseUrl" }]],
  [
    "the variable overrides the settings file",
    { WANDB_BASE_URL: "https://corp.example", settingsBaseUrl: "https://other.example" },
    [{ ...corp, namedBy: "WANDB_BASE_URL" }],
  ],
  [
    "the public base URL selects the service, the base URL the keys",
    { WANDB_BASE_URL: "https://inside.example", WANDB_PUBLIC_BASE_URL: "https://corp.example" },
    [{ ...corp, apiHost: "inside.example", namedBy: "WANDB_PUBLIC_BASE_URL" }],
  ],
  [
    "a public base URL alone uses the keys of its own host, not W&B's",
    { WANDB_PUBLIC_BASE_URL: "https://corp.example" },
    [{ ...corp, namedBy: "WANDB_PUBLIC_BASE_URL" }],
  ],
  [
    "an explicit service URL, in addition to W&B's service",
    { WF_TRACE_SERVER_URL: "http://127.0.0.1:6345" },
    [
      {
        url: "http://127.0.0.1:6345",
        origin: "http://127.0.0.1:6345",
        apiHost: "127.0.0.1:6345",
        namedBy: "WF_TRACE_SERVER_URL",
      },
      { ...publicService, namedBy: "default" },
    ],
  ],
  [
    "an explicit service URL uses the keys of the base URL",
    { WF_TRACE_SERVER_URL: "https://trace.corp.example", WANDB_BASE_URL: "https://corp.example" },
    [
      {
        url: "https://trace.corp.example",
        origin: "https://trace.corp.example",
        apiHost: "corp.example",
        namedBy: "WF_TRACE_SERVER_URL",
      },
      { ...corp, namedBy: "WANDB_BASE_URL" },
    ],
  ],
  [
    "W&B's service never uses the keys of another base URL",
    { WF_TRACE_SERVER_URL: "https://trace.wandb.ai", WANDB_BASE_URL: "https://corp.example" },
    [
      { ...publicService, namedBy: "WF_TRACE_SERVER_URL" },
      { ...corp, namedBy: "WANDB_BASE_URL" },
    ],
  ],
  [
    "a duplicate service is listed once",
    { WF_TRACE_SERVER_URL: "https://corp.example/traces/", WANDB_BASE_URL: "https://corp.example" },
    [{ ...corp, namedBy: "WF_TRACE_SERVER_URL" }],
  ],
  ["an http URL is excluded", { WANDB_BASE_URL: "http://corp.example" }, []],
  ["a URL with a password is excluded", { WANDB_BASE_URL: "https://me:key@corp.example" }, []],
  ["an invalid URL is excluded", { WF_TRACE_SERVER_URL: "corp", WANDB_BASE_URL: "corp" }, []],
];

for (const [sentence, setup, services] of setups) {
  test(`services: ${sentence}`, () => assert.deepEqual(weaveServices(setup), services));
}

const hosts: readonly [url: string, setup: WeaveSetup, host: string][] = [
  ["https://trace.wandb.ai", {}, "api.wandb.ai"],
  ["https://trace.wandb.ai", { WANDB_BASE_URL: "https://corp.example" }, "api.wandb.ai"],
  ["https://corp.example/traces", {}, "corp.example"],
  ["https://corp.example:8443/traces", {}, "corp.example:8443"],
  ["https://corp.example/traces", { WANDB_BASE_URL: "https://other.example" }, "corp.example"],
  ["http://127.0.0.1:8080", { WF_TRACE_SERVER_URL: "http://127.0.0.1:8080" }, "127.0.0.1:8080"],
];

test("the netrc entry of a URL is that of its API host", () => {
  for (const [url, setup, host] of hosts) assert.equal(apiHost(url, weaveServices(setup)), host, url);
});

const home = [
  { kind: "netrc", file: "~/.netrc", host: "api.wandb.ai" },
  { kind: "netrc", file: "~/_netrc", host: "api.wandb.ai" },
] as const;

test("WANDB_API_KEY is offered only for the origins configured on the machine", () => {
  const own = weaveServices({});
  assert.deepEqual(keySources(publicService, own, undefined), [{ kind: "environment" }, ...home]);
  assert.deepEqual(keySources(publicService, own, " "), [{ kind: "environment" }, ...home]);
  const stranger = keySources({ url: "https://stranger.example", origin: "https://stranger.example" }, own, undefined);
  assert.deepEqual(
    stranger.map((source) => (source.kind === "netrc" ? source.host : source.kind)),
    ["stranger.example", "stranger.example"],
  );
  assert.deepEqual(keySources(publicService, weaveServices({ WANDB_BASE_URL: corp.origin }), undefined), home);
});

test("the file in NETRC comes first, and once", () => {
  const files = (netrc: string) =>
    keySources(publicService, [], netrc).map((source) => (source.kind === "netrc" ? source.file : source.kind));
  assert.deepEqual(files("/etc/keys"), ["/etc/keys", "~/.netrc", "~/_netrc"]);
  assert.deepEqual(files("~/.netrc"), ["~/.netrc", "~/_netrc"]);
});

const found = (key: string): KeyLookup => ({ kind: "found", key });
const lookups: readonly [text: string, host: string, lookup: KeyLookup][] = [
  ["machine api.wandb.ai login user password k", "api.wandb.ai", found("k")],
  ["machine API.wandb.ai password k", "api.wandb.ai", found("k")],
  ["machine wandb.ai password k", "api.wandb.ai", { kind: "noEntry" }],
  ["machine api.wandb.ai.evil.example password k", "api.wandb.ai", { kind: "noEntry" }],
  ["default login me password k", "api.wandb.ai", { kind: "noEntry" }],
  ["", "api.wandb.ai", { kind: "noEntry" }],
  ["machine api.wandb.ai login user", "api.wandb.ai", { kind: "badKey", problem: "empty" }],
  ["machine api.wandb.ai password k port 1", "api.wandb.ai", { kind: "brokenEntry" }],
  ["machine a password k\nmachine a password l", "a", found("l")],
  ["machine a password k\nmachine a password l port 1", "a", found("k")],
  ["machine 127.0.0.1 password k", "127.0.0.1:8080", found("k")],
  ["machine 127.0.0.1:8080 password l\nmachine 127.0.0.1 password k", "127.0.0.1:8080", found("l")],
  ["machine 127.0.0.1:9090 password l", "127.0.0.1:8080", { kind: "noEntry" }],
  ["machine ::1 password k", "[::1]:8080", found("k")],
  [String.raw`machine a password "k\nl"`, "a", { kind: "badKey", problem: "hiddenCharacters" }],
];

test("the key of a host is found in a netrc file, and each problem is distinct", () => {
  for (const [text, host, lookup] of lookups) assert.deepEqual(keyInNetrc(text, host), lookup, text);
});

test("keys have any length, and no hidden characters", () => {
  const wandb = `wandb_v1_${"a1B2".repeat(19)}x`;
  for (const key of ["k", "a key", "f".repeat(40), wandb, "k".repeat(100_000)]) {
    assert.deepEqual(keyFrom(`  ${key}\r\n`), found(key));
    assert.deepEqual(keyFrom(`"${key}"`), found(key));
    assert.deepEqual(keyFrom(`'${key}'\n`), found(key));
  }
  for (const text of ["", " \t\n", "\ufeff"]) assert.equal(keyProblem(text), "empty");
  for (const between of ["\n", "\r\n", "\0", "\x1b[0m", "\u2028", "\u200b", "\u202e"]) {
    assert.equal(keyProblem(`k${between}l`), "hiddenCharacters");
  }
});

const settings: readonly [text: string, baseUrl: string | undefined][] = [
  ["[default]\nbase_url = https://corp.example\n", "https://corp.example"],
  ["\ufeff[default]\r\nentity: me\r\nBASE_URL:https://corp.example\r\n", "https://corp.example"],
  ["[default]\nbase_url = https://a.example\nbase_url = https://b.example", "https://b.example"],
  ["[default]\n# base_url = https://corp.example\n; base_url = x", undefined],
  ["[other]\nbase_url = https://corp.example", undefined],
  ["base_url = https://corp.example", undefined],
  ["[default]\nbase_url =\n", undefined],
  ["[default]\nmy_base_url = https://corp.example", undefined],
  ["", undefined],
];

test("the base URL is read from a wandb settings file", () => {
  for (const [text, baseUrl] of settings) assert.equal(settingsBaseUrl(text), baseUrl, text);
  fc.assert(fc.property(fc.string({ unit: "binary" }), (text) => void settingsBaseUrl(text)));
});

const hex = "0123456789abcdef0123456789ABCDEF01234567";
const forms: readonly [text: string, isKey: boolean][] = [
  [` ${hex}\n`, true],
  [`local-${hex}`, true],
  [`wandb_v1_${"aB3".repeat(20)}`, true],
  [hex.slice(1), false],
  [`${hex}0`, false],
  [`https://corp.example/${hex}`, false],
  [`corp.example:8080`, false],
  ["wandb_v1_", false],
];
for (const [text, isKey] of forms) {
  test(`${JSON.stringify(text)} ${isKey ? "has" : "does not have"} the form of a key`, () =>
    assert.equal(looksLikeKey(text), isKey));
}
