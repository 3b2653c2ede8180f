import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { readPasted, readPastedForKey, webAppsOf } from "../../../../src/core/session/pastedAddress.ts";
import type { AddressProblem } from "../../../../src/core/settings/serviceUrl.ts";

const wandb = "https://trace.wandb.ai";
const root = { url: "http://127.0.0.1:4000", origin: "http://127.0.0.1:4000" };
const corp = { url: "https://corp.example/traces", origin: "https://corp.example" };
const apps = webAppsOf([corp, root], "https://app.example/weave");

/** The service URL and the project; an error; or null for a text that is no address. */
const pasted: readonly (readonly [
  text: string,
  expected: readonly [url: string, project?: string] | AddressProblem | null,
])[] = [
  // W&B's own service, by its addresses of today and before.
  ["https://forge.coreweave.com/wandb/acme/desk/weave/threads", [wandb, "acme/desk"]],
  ["https://forge.coreweave.com/wandb/acme/my%20desk/weave/calls/1?peekPath=x#top", [wandb, "acme/my desk"]],
  ["https://wandb.ai/acme/desk/weave", [wandb, "acme/desk"]],
  ["https://wandb.ai/acme/desk", [wandb, "acme/desk"]],
  ["https://wandb.ai/acme/desk/workspace?nw=1", [wandb, "acme/desk"]],
  [" wandb.ai/acme/desk/r/call/1 ", [wandb, "acme/desk"]],
  ["https://wandb.ai/acme/my+desk/runs/1", [wandb, "acme/my desk"]],
  ["https://wandb.ai/acme/my%2Bdesk/weave", [wandb, "acme/my+desk"]],
  ["https://app.wandb.ai/acme/desk", [wandb, "acme/desk"]],
  ["<https://wandb.ai/acme/desk/weave>", [wandb, "acme/desk"]],
  ["https://wandb.ai/acme", [wandb]],
  ["https://wandb.ai/authorize?next=/a/b/weave", [wandb]],
  ["wandb.ai", [wandb]],
  ["https://forge.coreweave.com/settings", [wandb]],
  ["https://api.wandb.ai", [wandb]],
  ["trace.wandb.ai", [wandb]],
  ["https://TRACE.wandb.ai:443/", [wandb]],
  ["https://wandb.ai/a%2Fb/c/weave", [wandb]],
  ["https://wandb.ai/acme/desk%E2%80%AE/weave", [wandb]],
  // Lookalikes are other hosts.
  ["https://wandb.ai.evil.example/acme/desk/weave", ["https://wandb.ai.evil.example/traces", "acme/desk"]],
  ["https://forge.coreweave.com.evil.example", ["https://forge.coreweave.com.evil.example"]],
  ["https://wandb.ai@evil.example/acme/desk/weave", "userInfo"],
  ["https://me:key@wandb.ai/acme/desk/weave", "userInfo"],
  ["wandb.ai@evil.example", null],
  // Known services.
  ["https://corp.example", [corp.url]],
  ["https://corp.example/traces", [corp.url]],
  ["corp.example/acme/desk/weave/threads", [corp.url, "acme/desk"]],
  ["https://app.example/weave/acme/desk/weave", [corp.url, "acme/desk"]],
  ["https://app.example/weave", [corp.url]],
  ["127.0.0.1:4000", [root.url]],
  ["http://127.0.0.1:4000/acme/desk/weave", [root.url, "acme/desk"]],
  ["http://127.0.0.1:4000/traces", ["http://127.0.0.1:4000/traces"]],
  // Others: a page of a project, a host, or a service URL.
  ["https://weave.other.example/acme/desk/weave/threads/t", ["https://weave.other.example/traces", "acme/desk"]],
  ["https://other.example/base/acme/desk/weave", ["https://other.example/base/traces", "acme/desk"]],
  ["https://other.example/acme/desk/r/call/1", ["https://other.example/traces", "acme/desk"]],
  ["weave.other.example", ["https://weave.other.example/traces"]],
  ["weave.other.example:8443/", ["https://weave.other.example:8443/traces"]],
  ["bücher.example", ["https://xn--bcher-kva.example/traces"]],
  ["localhost:8080", ["http://localhost:8080/traces"]],
  ["127.0.0.1:6345", ["http://127.0.0.1:6345/traces"]],
  ["[::1]:6345", ["http://[::1]:6345/traces"]],
  ["other.example/traces", ["https://other.example/traces"]],
  ["https://other.example", ["https://other.example"]],
  ["https://other.example/traces/", ["https://other.example/traces"]],
  ["http://127.0.0.1:6345", ["http://127.0.0.1:6345"]],
  ["https://other.example/acme/desk", ["https://other.example/acme/desk"]],
  // Errors.
  ["http://other.example", "notHttps"],
  ["http://wandb.ai/acme/desk/weave", "notHttps"],
  ["https://other.example/traces?x=1", "queryOrFragment"],
  ["ftp://other.example", "notAUrl"],
  ["https://", "notAUrl"],
  ["javascript://other.example/%0aalert(1)", "notAUrl"],
  // No addresses.
  ["", null],
  ["acme/desk", null],
  ["WANDB_API_KEY", null],
  ["~/.netrc", null],
  ["sample:", null],
  ["two words.example", null],
  ["me@corp.example", null],
  ["0123456789abcdef0123456789abcdef01234567", null],
  ["wandb_v1_aB3", null],
];

for (const [text, expected] of pasted) {
  test(`${JSON.stringify(text)} is understood as ${JSON.stringify(expected)}`, () => {
    const found = readPasted(text, apps);
    if (found === null || typeof found === "string") return assert.deepEqual(found, expected);
    const { service, project } = found;
    assert.deepEqual([service.url, ...(project === null ? [] : [project])], expected);
    assert.equal(service.origin, new URL(service.url).origin);
  });
}

test("no text throws or leads to an unencrypted service", () => {
  const check = (text: string) => {
    const found = readPasted(text, apps);
    if (found === null || typeof found === "string") return;
    assert.match(found.service.url, /^https:|^http:\/\/(?:localhost|127\.|\[)/);
  };
  fc.assert(fc.property(fc.string({ unit: "binary" }), check));
  fc.assert(fc.property(fc.webUrl({ withQueryParameters: true, validSchemes: ["http", "https"] }), check));
  fc.assert(fc.property(fc.domain(), check));
});

const instead: readonly (readonly [text: string, expected: string | null])[] = [
  ["https://corp.example/acme/desk/weave", `${corp.url} acme/desk`],
  [" wandb.ai/acme/desk/weave/threads ", `${wandb} acme/desk`],
  ["weave.other.example", "https://weave.other.example/traces"],
  ["other.example:8443/traces", "https://other.example:8443/traces"],
  ["localhost:8080", "http://localhost:8080/traces"],
  ["127.0.0.1:4000", root.url],
  ["[::1]:6345", "http://[::1]:6345/traces"],
  ["http://other.example", "notHttps"],
  ["other.example/traces?x=1", "queryOrFragment"],
  // Keys.
  ["0123456789abcdef0123456789abcdef01234567", null],
  ["local-0123456789abcdef0123456789abcdef01234567", null],
  ["wandb_v1_aB3.x", null],
  ["eyJhbGciOiJub25lIn0.eyJhIjoxfQ.c2ln", null],
  ["0123abcd.4567ef01", null],
  ["a.b", null],
  ["localhost", null],
  ["10.20.30.40", null],
  ["two words.example", null],
  ["", null],
];
for (const [text, expected] of instead) {
  test(`${JSON.stringify(text)} instead of a key is understood as ${expected}`, () => {
    const found = readPastedForKey(text, apps);
    if (found === null || typeof found === "string") return assert.equal(found, expected);
    assert.equal([found.service.url, found.project ?? ""].join(" ").trim(), expected);
  });
}
