import assert from "node:assert/strict";
import { test } from "node:test";
import { parseServiceAddress, type ServiceAddress } from "../../../../src/core/session/serviceUrl.ts";
import type { Session } from "../../../../src/core/session/session.ts";
import { orderedLanguages } from "../../../../src/core/snippets/snippetLanguage.ts";
import { type SnippetSender, snippetRequest, snippetSender } from "../../../../src/core/snippets/snippetSender.ts";

const project = "acme/desk";
const origin = "https://weave.acme.example";
const url = `${origin}/traces`;

function signedIn(username: string): Session {
  return { kind: "signedIn", project, account: { url, origin, username } };
}

function addressOf(text: string): ServiceAddress {
  const address = parseServiceAddress(text);
  assert.ok(typeof address !== "string");
  return address;
}

const senders: readonly (readonly [what: string, Session | null, ServiceAddress | null, SnippetSender | null])[] = [
  ["the account's service", signedIn("api"), null, { url, username: "api", isSample: false }],
  ["no other name than the usual one", signedIn("jo@acme"), null, { url, username: null, isSample: false }],
  [
    "for the sample the service that the settings name",
    { kind: "sample", project },
    addressOf(url),
    { url, username: "api", isSample: true },
  ],
  [
    "else the one that W&B runs",
    { kind: "sample", project },
    addressOf("sample:"),
    { url: "https://trace.wandb.ai", username: "api", isSample: true },
  ],
  [
    "the same where the settings name nothing that can be used",
    { kind: "sample", project },
    null,
    {
      url: "https://trace.wandb.ai",
      username: "api",
      isSample: true,
    },
  ],
  ["nobody when signed out", { kind: "signedOut", project, problem: null }, addressOf(url), null],
  ["nobody before that is known", null, null, null],
];

for (const [what, session, configured, sender] of senders) {
  test(`a snippet is sent to ${what}`, () => assert.deepEqual(snippetSender(session, configured), sender));
}

test("a request is the client's POST, relative to the service URL", () => {
  const post = { path: "/calls/query_stats", body: { project_id: project, limit: undefined } };
  assert.deepEqual(
    snippetRequest(
      post,
      { url, username: null, isSample: false },
      { answer: "object", notes: ["one"], cautions: ["two"] },
    ),
    {
      url: `${url}/calls/query_stats`,
      username: null,
      body: { project_id: project },
      answer: "object",
      notes: ["one"],
      cautions: ["two"],
    },
  );
});

test("the last selected language is first; an unknown one is ignored", () => {
  assert.deepEqual(orderedLanguages(undefined), ["curl", "python", "typescript"]);
  assert.deepEqual(orderedLanguages("typescript"), ["typescript", "curl", "python"]);
  assert.deepEqual(orderedLanguages("perl"), ["curl", "python", "typescript"]);
});
