import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { RecentRequests } from "../../../../src/core/diagnostics/recentRequests.ts";
import { type DiagnosticFacts, diagnosticReport } from "../../../../src/core/diagnostics/report.ts";
import type { Fault } from "../../../../src/core/fault.ts";
import { defaultNetwork } from "../../../../src/core/network.ts";
import type { RequestEntry } from "../../../../src/core/requestEntry.ts";

const key = "0123456789abcdef0123456789abcdef01234567";
const proxyPassword = "p@ss word";

const entry: RequestEntry = {
  at: Date.UTC(2026, 0, 2, 3, 4, 5),
  route: "proxy proxy.corp.example:8080",
  routeReason: "http.proxy",
  attempt: 1,
  nextIn: null,
  cause: null,
  path: "/threads/stream_query",
  status: 200,
  milliseconds: 12,
  bytes: 340,
  rows: 3,
  outcome: "ok",
};

const facts: DiagnosticFacts = {
  at: Date.UTC(2026, 0, 2, 3, 5, 0),
  versions: { Extension: "1.2.3", Node: "v24.0.0" },
  remote: "ssh-remote",
  settings: {
    serviceUrl: "https://trace.corp.example/traces",
    project: "acme/secret-app",
    pageSize: 100,
    network: "own",
  },
  network: {
    ...defaultNetwork,
    proxy: `http://jane:${encodeURIComponent(proxyPassword)}@proxy.corp.example:8080`,
    proxyAuthorization: `Basic ${btoa("joe:other-password")}`,
    noProxy: ["*.corp.example"],
  },
  session: {
    kind: "signedIn",
    project: "acme/secret-app",
    account: { url: "https://trace.corp.example/traces", origin: "https://trace.corp.example", username: "jane" },
  },
  key,
  requests: [entry],
  loads: { Threads: { kind: "shown", rows: 3 } },
  ids: ["thread-of-jane"],
  recentProjects: ["umbrella/hidden-plan"],
  accounts: [
    {
      url: "https://weave.umbrella-intern.example",
      origin: "https://weave.umbrella-intern.example",
      username: "wesker",
      project: "tricell/other-plan",
    },
  ],
};

const privateValues = [
  "acme",
  "secret-app",
  "corp.example",
  "jane",
  "thread-of-jane",
  "umbrella",
  "hidden-plan",
  "wesker",
  "tricell",
  "other-plan",
];

const forms = (secret: string, username: string) => [
  secret,
  encodeURIComponent(secret),
  btoa(secret),
  btoa(`${username}:${secret}`),
];
const secrets = [...forms(key, "jane"), ...forms(proxyPassword, "jane"), ...forms("other-password", "joe")];

const report = (masked: boolean, changes: Partial<DiagnosticFacts> = {}) =>
  diagnosticReport({ ...facts, ...changes }, { masked });

test("a masked report tells versions, route, settings, requests and what is on screen, and nothing private", () => {
  const text = report(true);
  for (const line of [
    "Extension: 1.2.3",
    "Remote: ssh-remote",
    "Kind: signedIn",
    "Project: project-1",
    "Address: https://host-1/traces",
    "User: user-1",
    "Requests are sent by: the extension",
    "Route: proxy host-2:8080, because of http.proxy",
    "http.proxy: host-2:8080",
    "http.proxyAuthorization: set",
    "HTTPS_PROXY: not set",
    "Certificates are checked: yes",
    "Time limit: 30 s",
    "weaveThreads.pageSize: 100",
    "weaveThreads.project: project-1",
    "Threads: shown, 3 loaded",
    "2026-01-02T03:04:05.000Z POST /threads/stream_query, status 200, 12 ms, 340 bytes, 3 rows, attempt 1, proxy host-2:8080, ok",
  ]) {
    assert.ok(text.split("\n").includes(line), `${line} in ${text}`);
  }
  for (const value of privateValues) assert.ok(!text.includes(value), value);
});

test("an unmasked report shows project, hosts and ids, and still no secret", () => {
  const text = report(false);
  assert.match(text, /Project: acme\/secret-app/);
  assert.match(text, /Address: https:\/\/trace\.corp\.example\/traces/);
  assert.match(text, /^http\.proxy: proxy\.corp\.example:8080$/m);
  for (const secret of secrets) assert.ok(!text.includes(secret), secret);
});

/** Where a service or a proxy may put a text. */
const faultsWith = (text: string): readonly Fault[] => [
  { kind: "forbidden", detail: text },
  { kind: "proxy", proxy: text, status: 502, detail: text },
  { kind: "redirect", status: 302, origin: text },
  { kind: "invalidRequest", detail: text, issues: [{ path: ["body", text], message: text, type: "value_error" }] },
];

test("whatever a service repeats, keys and passwords are in no report", () => {
  for (const masked of [true, false]) {
    for (const secret of secrets) {
      const requests = faultsWith(`said ${secret} and "${secret}"`).map((outcome) => ({
        ...entry,
        outcome,
        cause: secret,
      }));
      const text = report(masked, { requests });
      assert.ok(text.includes("redacted"));
      for (const form of secrets) assert.ok(!text.includes(form), `${form} in ${text}`);
    }
  }
});

test("whatever a service repeats, what is private is in no masked report", () => {
  const said = [
    "Project acme/secret-app not found",
    "op weave:///acme/secret-app/op/predict:v1",
    "thread 'thread-of-jane' of jane",
    "getaddrinfo ENOTFOUND trace.corp.example",
    "at https://other.corp.example/a?b=c by jane@corp.example",
    "altnames: DNS:x.corp.example, IP Address:10.1.2.3",
  ];
  for (const words of said) {
    const requests = faultsWith(words).map((outcome) => ({ ...entry, outcome, cause: words }));
    const text = report(true, { requests });
    for (const value of [...privateValues, "10.1.2.3"]) assert.ok(!text.includes(value), `${value} in ${text}`);
  }
});

test("a masked report leaves out what a service said, and keeps codes, statuses and lines", () => {
  const said = "wordsOfAService";
  const outcomes: readonly [fault: Fault, kept: string][] = [
    [{ kind: "notFound", detail: said }, '{"kind":"notFound","detail":"[15 characters left out]"}'],
    [
      { kind: "malformed", line: 7, rowsBefore: 6, detail: said },
      '{"kind":"malformed","line":7,"rowsBefore":6,"detail":"[15 characters left out]"}',
    ],
    [
      { kind: "invalidRequest", detail: said, issues: [{ path: ["query", 2], message: said, type: "missing" }] },
      '"issues":[{"path":["query",2],"message":"[15 characters left out]","type":"missing"}]',
    ],
    [{ kind: "certificate", code: "CERT_HAS_EXPIRED" }, '{"kind":"certificate","code":"CERT_HAS_EXPIRED"}'],
  ];
  for (const [outcome, kept] of outcomes) {
    const requests = [{ ...entry, outcome, cause: said }];
    const text = report(true, { requests });
    assert.ok(text.includes(kept), text);
    assert.ok(text.includes("because of [15 characters left out]"));
    assert.ok(!text.includes(said));
    assert.ok(report(false, { requests }).includes(said));
  }
});

/** A fault with words at the places of the report that are masked word by word. */
const refusedAt = (...path: string[]): RequestEntry => ({
  ...entry,
  outcome: { kind: "invalidRequest", detail: "", issues: [{ path, message: "", type: "missing" }] },
});

test("a short id is masked as a word, and not within others", () => {
  const text = report(true, { ids: ["a"], requests: [refusedAt("a", "a-b", "cat")] });
  assert.ok(text.includes('"path":["id-1","id-1-b","cat"]'), text);
});

test("a report is made at once of a project with very many threads", () => {
  const ids = Array.from({ length: 100_000 }, (_, index) => `thread number ${index}`);
  const text = report(true, { ids, requests: Array.from({ length: 50 }, () => refusedAt("thread number 4711")) });
  assert.ok(!text.includes("4711") && text.includes('"path":["id-'), text);
});

/** Letters alone, so that nothing but knowing it masks it. */
const identifier = fc.stringMatching(/^[a-z]{3,12}$/);

test("no name that the window knows is in a masked report, wherever it stands", () => {
  fc.assert(
    fc.property(fc.uniqueArray(identifier, { minLength: 10, maxLength: 10 }), (drawn) => {
      const names = drawn.map(
        (name, index) => `${name}xq${"abcdefghij"[index]}${[2, 7, 9].includes(index) ? ".internal" : ""}`,
      );
      const [entity, project, host, id, user, recent, recentEntity, otherHost, otherUser, proxy] = names;
      const url = `https://${host}`;
      const other = `https://${otherHost}`;
      const words = [...names, `${entity}/${project}`, `(${id})`, `<${user}>`].join(" ");
      const text = diagnosticReport(
        {
          ...facts,
          settings: { serviceUrl: url, project: `${entity}/${project}` },
          network: { ...defaultNetwork, proxy: `http://${proxy}:1`, noProxy: names },
          session: {
            kind: "signedIn",
            project: `${entity}/${project}`,
            account: { url, origin: url, username: user ?? "" },
          },
          ids: [id ?? ""],
          recentProjects: [`${recentEntity}/${recent}`],
          accounts: [{ url: other, origin: other, username: otherUser ?? "", project: `${recentEntity}/${project}` }],
          requests: faultsWith(words).map((outcome) => ({
            ...entry,
            route: `proxy ${proxy}:1`,
            outcome,
            cause: words,
          })),
        },
        { masked: true },
      );
      for (const name of names) assert.ok(!text.includes(name), `${name} in ${text}`);
    }),
  );
});

const settings: readonly [name: string, value: unknown, text: string][] = [
  ["serviceUrl", "https://trace.wandb.ai", "https://trace.wandb.ai"],
  ["serviceUrl", "sample:", "sample:"],
  ["serviceUrl", `https://jane:${key}@trace.corp.example`, "cannot be used (userInfo)"],
  ["serviceUrl", key, "cannot be used (notAUrl)"],
  ["project", "", "not set"],
  ["defaultSort", "turn_count:desc,thread_id:asc", "turn_count:desc,thread_id:asc"],
  ["defaultSort", key, "set to a text that is none of its values"],
  ["defaultTimeRange", "24h", "24h"],
  ["network", "editor", "editor"],
  ["network", key, "set to a text that is none of its values"],
  ["requestTimeout", 30, "30"],
  ["somethingElse", key, "set to a text that is none of its values"],
  ["somethingElse", { key }, "set, but no text"],
];

for (const [name, value, expected] of settings) {
  test(`the setting ${name} with ${JSON.stringify(value)} is told as ${expected}`, () => {
    for (const masked of [true, false]) {
      assert.ok(
        report(masked, { key: null, settings: { [name]: value } })
          .split("\n")
          .includes(`weaveThreads.${name}: ${expected}`),
      );
    }
  });
}

test("a remote that is a host is masked", () => {
  assert.match(report(true, { remote: "machine.corp.example:8080" }), /^Remote: host-\d:8080$/m);
  assert.match(report(false, { remote: "machine.corp.example:8080" }), /^Remote: machine\.corp\.example:8080$/m);
});

test("a report is made in every state", () => {
  const sessions: readonly DiagnosticFacts["session"][] = [
    null,
    { kind: "signedOut", project: null, problem: "notHttps" },
    { kind: "sample", project: "northwind/support-assistant" },
  ];
  for (const session of sessions) {
    for (const masked of [true, false]) {
      const text = report(masked, { session, key: null, requests: [] });
      assert.match(text, /## Last 0 requests\n```text\nnone\n```/);
    }
  }
});

test("nothing in a report is read as Markdown where it is pasted", () => {
  const detail = "````\n# heading\n![x](https://beacon.example/a.png) @everyone";
  const text = report(false, { requests: [{ ...entry, outcome: { kind: "forbidden", detail } }] });
  const fences = text.split("\n").filter((line) => /^`+/.test(line));
  assert.ok(fences.includes("`````text"));
  assert.equal(fences.length % 2, 0);
  assert.doesNotMatch(text, /^# heading/m);
});

test("the last requests are kept, the oldest first", () => {
  const recent = new RecentRequests(3);
  for (const bytes of [1, 2, 3, 4, 5]) recent.add({ ...entry, bytes });
  assert.deepEqual(
    recent.entries.map(({ bytes }) => bytes),
    [3, 4, 5],
  );
});
