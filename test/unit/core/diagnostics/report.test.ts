import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import fc from "fast-check";
import * as z from "zod";
import { type DiagnosticFacts, diagnosticReport } from "../../../../src/core/diagnostics/report.ts";
import type { Fault } from "../../../../src/core/failures/fault.ts";
import type { RequestEntry } from "../../../../src/core/requests/requestEntry.ts";
import { defaultNetwork } from "../../../../src/core/settings/network.ts";
import { type SettingId, setBy } from "../../../../src/core/settings/settingRules.ts";
import { visibleLines } from "../../../../src/core/text/visibleText.ts";
import { projectFolder } from "../../../editor/paths.ts";

const { contributes } = z
  .object({
    contributes: z.object({
      configuration: z.array(z.object({ properties: z.record(z.string(), z.object({ default: z.unknown() })) })),
    }),
  })
  .parse(JSON.parse(readFileSync(join(projectFolder, "package.json"), "utf8")));
const properties = Object.fromEntries(contributes.configuration.flatMap((group) => Object.entries(group.properties)));

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
};

const privateValues = ["acme", "secret-app", "corp.example", "jane"];

const forms = (secret: string, username: string) => [
  secret,
  encodeURIComponent(secret),
  btoa(secret),
  btoa(`${username}:${secret}`),
];
const secrets = [...forms(key, "jane"), ...forms(proxyPassword, "jane"), ...forms("other-password", "joe")];

const report = (changes: Partial<DiagnosticFacts> = {}) => diagnosticReport({ ...facts, ...changes });

test("a report has versions, route, settings, requests and states, and nothing private", () => {
  const text = report();
  for (const line of [
    "Extension: 1.2.3",
    "Remote: ssh-remote",
    "Kind: signedIn",
    "Project: project-1",
    "Service URL: https://host-1/traces",
    "User: user-1",
    "HTTP client: built-in",
    "Route: proxy host-2:8080 (http.proxy)",
    "http.proxy: host-2:8080",
    "http.proxyAuthorization: set",
    "HTTPS_PROXY: not set",
    "Certificate checks: on",
    "Request timeout: 30 s",
    "weaveThreads.pageSize: 100",
    "weaveThreads.project: project-1",
    "Threads: shown, 3 loaded",
    "2026-01-02T03:04:05.000Z POST /threads/stream_query, status 200, 12 ms, 340 bytes, 3 rows, attempt 1, proxy host-2:8080, ok",
  ]) {
    assert.ok(text.split("\n").includes(line), `${line} in ${text}`);
  }
  for (const value of privateValues) assert.ok(!text.includes(value), value);
});

/** Faults that contain a text from a service or proxy. */
const faultsWith = (text: string): readonly Fault[] => [
  { kind: "forbidden", detail: text },
  { kind: "proxy", proxy: text, status: 502, detail: text },
  { kind: "redirect", status: 302, origin: text },
  { kind: "invalidRequest", detail: text, issues: [{ path: ["body", text], message: text, type: "value_error" }] },
];

test("keys and passwords repeated by a service are in no report", () => {
  for (const secret of secrets) {
    const requests = faultsWith(`said ${secret} and "${secret}"`).map((outcome) => ({
      ...entry,
      outcome,
      cause: secret,
    }));
    const text = report({ requests });
    for (const form of secrets) assert.ok(!text.includes(form), `${form} in ${text}`);
  }
});

test("a report does not depend on what a service says", () => {
  const texts = fc.string({ unit: "grapheme", maxLength: 300 });
  const said = (text: string) =>
    report({ requests: faultsWith(`x${text}`).map((outcome) => ({ ...entry, outcome, cause: text })) });
  fc.assert(fc.property(texts, (text) => assert.equal(said(text), said(""))));
});

test("a report omits text from the service, and keeps codes, statuses and counts", () => {
  const said = "wordsOfAService";
  const issue = { path: ["body", "sort_by", said], message: said, type: said };
  const outcomes: readonly [fault: Fault, kept: string][] = [
    [{ kind: "notFound", detail: said }, "notFound {}"],
    [{ kind: "proxy", proxy: said, status: 502, detail: said }, 'proxy.refused {"status":502}'],
    [{ kind: "redirect", status: 302, origin: said }, 'redirect {"status":302}'],
    [
      { kind: "serviceFailure", status: 503, detail: said, retryAfter: 7 },
      'serviceFailure {"status":503,"retryAfter":7}',
    ],
    [{ kind: "malformed", line: 7, rowsBefore: 6, detail: said }, 'malformed {"line":7,"rowsBefore":6}'],
    [{ kind: "invalidRequest", detail: said, issues: [issue, issue] }, 'invalidRequest.sort {"issues":2}'],
    [{ kind: "timeout", phase: "headers", milliseconds: 30_000 }, 'timeout.headers {"milliseconds":30000}'],
    [{ kind: "certificate", code: "CERT_HAS_EXPIRED" }, 'certificate.expired {"code":"CERT_HAS_EXPIRED"}'],
    [{ kind: "unreachable", code: "ECONNREFUSED" }, 'unreachable.refused {"code":"ECONNREFUSED"}'],
    [{ kind: "unsupported", operator: "$lte" }, 'unsupported {"operator":"$lte"}'],
  ];
  for (const [outcome, kept] of outcomes) {
    const requests = [{ ...entry, outcome, cause: said }];
    const text = report({ requests });
    assert.ok(text.includes(`\n2026-01-02T03:04:05.000Z ${kept}\n`), text);
    assert.ok(!text.includes(said));
  }
});

const huge = 200_000;
const hugeTexts = [
  "a".repeat(huge),
  ",x".repeat(huge),
  "` ".repeat(huge),
  "/".repeat(huge),
  "\u200d".repeat(huge),
  "\ud800",
];

test("any text of a setting or variable fits into a report", () => {
  for (const text of hugeTexts) {
    const changes: Partial<DiagnosticFacts> = {
      remote: text,
      settings: { project: text, serviceUrl: `https://a.example/${text}x`, defaultSort: text },
      network: {
        ...defaultNetwork,
        proxy: `http://u:${text}@a.example`,
        proxyAuthorization: text,
        environment: { httpsProxy: text, httpProxy: `a:${text}@b`, noProxy: text },
      },
      session: { kind: "signedOut", project: `a/${text}`, problem: null },
    };
    assert.ok(report(changes).length < 100_000, text.slice(0, 2));
  }
});

test("settings appear in a report only as placeholders", () => {
  const word = fc.stringMatching(/^[a-z]{3,12}$/).map((text) => `${text}xq`);
  fc.assert(
    fc.property(fc.uniqueArray(word, { minLength: 6, maxLength: 6 }), (names) => {
      const [entity, project, host, user, proxy, folder] = names;
      const url = `https://${host}/${folder}`;
      const text = report({
        remote: `${host}:8080`,
        settings: { serviceUrl: url, project: `${entity}/${project}` },
        network: { ...defaultNetwork, proxy: `http://${proxy}:1`, noProxy: names },
        session: {
          kind: "signedIn",
          project: `${entity}/${project}`,
          account: { url, origin: `https://${host}`, username: user ?? "" },
        },
        requests: [{ ...entry, route: `proxy ${proxy}:1` }],
      });
      for (const name of names) assert.ok(!text.includes(name), `${name} in ${text}`);
    }),
  );
});

const settings: readonly [name: string, value: unknown, text: string][] = [
  ["serviceUrl", "https://trace.wandb.ai", "https://trace.wandb.ai"],
  ["serviceUrl", "sample:", "sample:"],
  ["serviceUrl", `https://jane:${key}@trace.corp.example`, "not valid (userInfo)"],
  ["serviceUrl", key, "not valid (notAUrl)"],
  ["project", "", "not set"],
  ["defaultSort", "turn_count:desc,thread_id:asc", "turn_count:desc,thread_id:asc"],
  ["defaultSort", key, "set to an unknown value"],
  ["defaultTimeRange", "24h", "24h"],
  ["defaultTimeRange", key, "set to an unknown value"],
  ["threadLabel", "id", "id"],
  ["threadLabel", key, "set to an unknown value"],
  ["codeLens", "counts", "counts"],
  ["codeLens", false, "false"],
  ["codeLens", key, "set to an unknown value"],
  ["webUrl", "https://weave.corp.example", "set"],
  ["network", "editor", "editor"],
  ["network", key, "set to an unknown value"],
  ["requestTimeout", 30, "30"],
  ["tools.projects", [], "not set"],
  ["tools.projects", [key, "acme/desk"], "2 values"],
  ["somethingElse", key, "set to an unknown value"],
  ["somethingElse", { key }, "set, but not a string"],
];

for (const [name, value, expected] of settings) {
  test(`the setting ${name} with ${JSON.stringify(value)} is reported as ${expected}`, () => {
    const lines = report({ key: null, settings: { [name]: value } }).split("\n");
    assert.ok(lines.includes(`weaveThreads.${name}: ${expected}`));
  });
}

type OwnSetting<Id> = Id extends `weaveThreads.${infer Name}` ? Name : never;

/** How a report says each setting at its default. */
const atDefault: Readonly<Record<OwnSetting<SettingId>, string>> = {
  serviceUrl: "https://trace.wandb.ai",
  webUrl: "not set",
  network: "own",
  requestTimeout: "30",
  "tools.projects": "not set",
  maxRequestsPerMinute: "120",
  privacyMode: "false",
  "collector.port": "14318",
  "collector.maxSize": "1",
  "collector.maxDays": "30",
  project: "not set",
  defaultSort: "last_updated:desc",
  defaultTimeRange: "7d",
  pageSize: "100",
  refreshInterval: "0",
  threadLabel: "firstMessage",
  codeLens: "link",
};

test("every setting is reported with its default", () => {
  const own = Object.keys(setBy).filter((id) => id.startsWith("weaveThreads."));
  const settings = Object.fromEntries(own.map((id) => [id.slice("weaveThreads.".length), properties[id]?.default]));
  assert.deepEqual(
    report({ settings })
      .split("\n")
      .filter((line) => line.startsWith("weaveThreads.")),
    own.map((id) => `${id}: ${Object.entries(atDefault).find(([name]) => id === `weaveThreads.${name}`)?.[1]}`),
  );
});

const remotes: readonly [remote: string, redacted: RegExp][] = [
  ["ssh-remote", /^Remote: ssh-remote$/m],
  ["dev-container", /^Remote: dev-container$/m],
  ["machine.corp.example:8080", /^Remote: host-\d:8080$/m],
  ["devbox", /^Remote: host-\d$/m],
  ["127.0.0.1:8080", /^Remote: 127\.0\.0\.1:8080$/m],
];
for (const [remote, redacted] of remotes) {
  test(`the remote ${remote} is redacted if it is a host`, () => {
    assert.match(report({ remote }), redacted);
  });
}

test("a report is created in every state", () => {
  const sessions: readonly DiagnosticFacts["session"][] = [
    null,
    { kind: "signedOut", project: null, problem: "notHttps" },
    { kind: "sample", project: "northwind/support-assistant" },
  ];
  for (const session of sessions) {
    assert.match(report({ session, key: null, requests: [] }), /## Last 0 requests\n```text\nnone\n```/);
  }
});

test("nothing in a report is rendered as Markdown, and no character is hidden", () => {
  const version = "````\n# heading\n![x](https://beacon.example/a.png) @everyone \u001b[31m\u202e";
  const text = report({ versions: { Node: version } });
  const fences = text.split("\n").filter((line) => /^`+/.test(line));
  assert.ok(fences.includes("`````text"));
  assert.equal(fences.length % 2, 0);
  assert.doesNotMatch(text, /^# heading/m);
  assert.ok(text.includes("@everyone "));
  assert.equal(visibleLines(text), text);
});
