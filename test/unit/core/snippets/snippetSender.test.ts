import assert from "node:assert/strict";
import { test } from "node:test";
import type { Session } from "../../../../src/core/session/session.ts";
import { parseServiceAddress, type ServiceAddress } from "../../../../src/core/settings/serviceUrl.ts";
import { type SnippetSender, snippetRequest, snippetSender } from "../../../../src/core/snippets/snippetRequest.ts";
import { orderedLanguages } from "../../../../src/core/snippets/snippetText.ts";

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
  [
    "the account's service without a custom user name",
    signedIn("jo@acme"),
    null,
    { url, username: null, isSample: false },
  ],
  [
    "the configured service, in the sample",
    { kind: "sample", project },
    addressOf(url),
    { url, username: "api", isSample: true },
  ],
  [
    "the W&B service, in the sample if none is configured",
    { kind: "sample", project },
    addressOf("sample:"),
    { url: "https://trace.wandb.ai", username: "api", isSample: true },
  ],
  [
    "the W&B service, in the sample if the configured URL is invalid",
    { kind: "sample", project },
    null,
    {
      url: "https://trace.wandb.ai",
      username: "api",
      isSample: true,
    },
  ],
  ["no service when signed out", { kind: "signedOut", project, problem: null }, addressOf(url), null],
  ["no service before the session is known", null, null, null],
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
      { response: "object", notes: ["one"], cautions: ["two"] },
    ),
    {
      url: `${url}/calls/query_stats`,
      username: null,
      body: { project_id: project },
      response: "object",
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
