import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import {
  type AccountFacts,
  listAccounts,
  type RememberedAccount,
  readAccounts,
  readSecret,
  readSecretName,
  secretName,
  secretText,
  withAccount,
  withoutAccount,
} from "../../../../src/core/session/accounts.ts";

const account = { url: "https://host/traces", origin: "https://host", username: "api" };
const name = { origin: account.origin, username: account.username };

const origin = fc
  .tuple(
    fc.constantFrom("https", "http"),
    fc.constantFrom("host", "[::1]", "127.0.0.1", "localhost", "a.b-c.example"),
    fc.nat(65_535),
  )
  .map(([scheme, host, port]) => `${scheme}://${host}:${port}`)
  .filter((text) => URL.canParse(text) && (text.startsWith("https:") || !/host:|example/.test(text)))
  .map((text) => new URL(text).origin);
const username = fc.string({ unit: "grapheme", minLength: 1 }).filter((text) => !text.includes(":"));

test("any account is parsed from the name of its secret", () => {
  fc.assert(
    fc.property(origin, username, (at, who) => {
      assert.deepEqual(readSecretName(secretName({ origin: at, username: who })), { origin: at, username: who });
    }),
  );
});

test("only names of account secrets are parsed", () => {
  const odd = [
    "",
    "weaveThreads:",
    "weaveThreads:api",
    "weaveThreads::api",
    "weaveThreads:https://host:",
    "other:https://host:api",
  ];
  odd.push(
    "weaveThreads:https://host/path:api",
    "weaveThreads:http://host:api",
    "weaveThreads:HTTPS://host:api",
    "weaveThreads:sample::api",
  );
  for (const text of odd) assert.equal(readSecretName(text), undefined, text);
  fc.assert(
    fc.property(fc.string(), (text) => {
      const read = readSecretName(`weaveThreads:${text}`);
      if (read !== undefined) assert.equal(secretName(read), `weaveThreads:${text}`);
    }),
  );
});

test("any key is parsed from its secret", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary" }), (key) => {
      assert.deepEqual(readSecret(secretText({ account, key }), name), { account, key });
    }),
  );
});

test("an invalid secret has no key", () => {
  for (const odd of [
    "",
    "k1",
    "null",
    "[]",
    '{"key":"k1"}',
    '{"v":2,"key":"k1"}',
    '{"v":1,"key":7}',
    '{"v":1}',
    '"k1"',
  ])
    assert.equal(readSecret(odd, name), undefined, odd);
});

test("a secret's URL of another origin is replaced by the origin of its name", () => {
  for (const url of [
    '"https://evil.example"',
    '"https://host:444/traces"',
    '"http://host"',
    '"sample:"',
    "7",
    "null",
    '"https://me:x@host"',
  ]) {
    const kept = readSecret(`{"v":1,"url":${url},"key":"k1"}`, name);
    assert.deepEqual(kept, { account: { ...name, url: "https://host" }, key: "k1" }, url);
  }
  assert.deepEqual(readSecret('{"v":1,"key":"k1"}', name)?.account.url, "https://host");
});

test("remembered accounts are validated entry by entry", () => {
  const good = { url: "https://host/traces", username: "api", project: "a/b" };
  const odd = [
    7,
    null,
    "x",
    [],
    {},
    { url: "https://host" },
    { url: "http://host", username: "a" },
    { url: "sample:", username: "a" },
  ];
  assert.deepEqual(
    readAccounts([...odd, good, { url: "https://two", username: "bob", project: "no project" }, { ...good, url: 1 }]),
    [
      { ...account, project: "a/b" },
      { url: "https://two", origin: "https://two", username: "bob", project: null },
    ],
  );
  for (const stored of [undefined, null, "x", { 0: good, length: 1 }]) assert.deepEqual(readAccounts(stored), []);
});

const one: RememberedAccount = { ...account, project: "a/b" };
const two: RememberedAccount = { url: "https://two", origin: "https://two", username: "bob", project: null };

test("the latest account is first, unique, and keeps its project", () => {
  assert.deepEqual(withAccount([one], two, "c/d"), [{ ...two, project: "c/d" }, one]);
  assert.deepEqual(withAccount([two, one], { ...account, url: "https://host/other" }, null), [
    { ...one, url: "https://host/other" },
    two,
  ]);
  assert.deepEqual(withoutAccount([two, one], name), [two]);
});

const facts: AccountFacts = { kept: [], thisWindow: [], remembered: [], current: null };
const lists: readonly [sentence: string, facts: Partial<AccountFacts>, expected: readonly string[]][] = [
  ["no accounts", {}, []],
  ["a stored key is enough to be listed", { kept: [name] }, ["https://host api kept"]],
  [
    "the current account is marked",
    { kept: [name, two], current: two },
    ["https://host api kept", "https://two bob kept current"],
  ],
  [
    "remembered accounts come first, latest first",
    { kept: [name, two], remembered: [two, one] },
    ["https://two bob kept", "https://host api kept a/b"],
  ],
  [
    "an account without a key is signed out",
    { kept: [two], remembered: [one, two] },
    ["https://host api nowhere a/b", "https://two bob kept"],
  ],
  [
    "a key of this window only is marked",
    { thisWindow: [name], remembered: [one] },
    ["https://host api thisWindow a/b"],
  ],
  [
    "an account that is also stored is listed once",
    { kept: [name], thisWindow: [name] },
    ["https://host api thisWindow"],
  ],
  [
    "an unavailable keyring lists the remembered accounts",
    { kept: null, remembered: [one] },
    ["https://host api kept a/b"],
  ],
];
for (const [sentence, given, expected] of lists) {
  test(sentence, () => {
    const listed = listAccounts({ ...facts, ...given }).map(({ origin, username, key, project, current }) =>
      [origin, username, key, project, current ? "current" : null].filter((part) => part !== null).join(" "),
    );
    assert.deepEqual(listed, expected);
  });
}
