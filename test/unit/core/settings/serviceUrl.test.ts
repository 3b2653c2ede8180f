import assert from "node:assert/strict";
import { test } from "node:test";
import { keyPage, parseServiceAddress } from "../../../../src/core/settings/serviceUrl.ts";

/** A service URL, and its key's origin or the reason why it is invalid. */
const origins: readonly [text: string, expected: string][] = [
  // Notations of loopback addresses.
  ["http://127.1", "http://127.0.0.1"],
  ["http://127.0.0.1.", "http://127.0.0.1"],
  ["http://2130706433:81", "http://127.0.0.1:81"],
  ["http://0x7f.1", "http://127.0.0.1"],
  ["http://0177.0.0.1", "http://127.0.0.1"],
  ["http://１２７.0.0.1", "http://127.0.0.1"],
  ["http://127.255.0.9", "http://127.255.0.9"],
  ["http://LOCALHOST:8080", "http://localhost:8080"],
  ["http://[0:0:0:0:0:0:0:1]", "http://[::1]"],
  ["http://[::ffff:127.0.0.1]", "http://[::ffff:7f00:1]"],
  ["http://[::FFFF:7f12:3]", "http://[::ffff:7f12:3]"],
  // Names and addresses that resemble loopback addresses.
  ["http://localhost.", "notHttps"],
  ["http://weave.localhost", "notHttps"],
  ["http://notlocalhost", "notHttps"],
  ["http://128.0.0.1", "notHttps"],
  ["http://12.7.0.1", "notHttps"],
  ["http://0.0.0.0", "notHttps"],
  ["http://127.0.0.1.nip.io", "notHttps"],
  ["http://localhost.example", "notHttps"],
  ["http://[::]", "notHttps"],
  ["http://[::127.0.0.1]", "notHttps"],
  ["http://[::ffff:10.0.0.1]", "notHttps"],
  ["http://[::fffe:127.0.0.1]", "notHttps"],
  ["http://[64:ff9b::7f00:1]", "notHttps"],
  ["http://127.1.1.1.1", "notAUrl"],
  ["http://256.0.0.1", "notAUrl"],
  // Case, default ports and punycode do not change the origin.
  ["https://HOST.example:443/traces", "https://host.example"],
  ["http://127.0.0.1:80/x", "http://127.0.0.1"],
  ["https://host.example:8443", "https://host.example:8443"],
  ["https://bücher.example", "https://xn--bcher-kva.example"],
  ["https://BÜCHER.example", "https://xn--bcher-kva.example"],
  ["https://xn--bcher-kva.example", "https://xn--bcher-kva.example"],
  // A trailing dot is a different name for certificates, so for keys too.
  ["https://trace.wandb.ai.", "https://trace.wandb.ai."],
  // Homographs are different hosts.
  ["https://trace.wаndb.ai", "https://trace.xn--wndb-53d.ai"],
  // Text before an @ is not the host.
  ["https://trace.wandb.ai@evil.example", "userInfo"],
  ["https://trace.wandb.ai%2f@evil.example", "userInfo"],
  ["https://:key@host.example", "userInfo"],
  ["http://me:key@evil.example", "userInfo"],
  ["https://trace.wandb.ai\\@evil.example", "https://trace.wandb.ai"],
  ["https:/host.example/traces", "https://host.example"],
  ["https://host.example\t/traces", "https://host.example"],
  ["//host.example", "notAUrl"],
  ["javascript:alert(1)", "notAUrl"],
  ["wss://host.example", "notAUrl"],
];

for (const [text, expected] of origins) {
  test(`${JSON.stringify(text)} is ${expected}`, () => {
    const address = parseServiceAddress(text);
    if (typeof address === "string") assert.equal(address, expected);
    else assert.equal(address.kind === "remote" ? address.origin : address.kind, expected);
  });
}

const addresses: readonly [text: string, address: ReturnType<typeof parseServiceAddress>][] = [
  ["https://trace.wandb.ai", { kind: "remote", url: "https://trace.wandb.ai", origin: "https://trace.wandb.ai" }],
  [" https://host/traces/ ", { kind: "remote", url: "https://host/traces", origin: "https://host" }],
  ["https://HOST:443/a/b//", { kind: "remote", url: "https://host/a/b", origin: "https://host" }],
  ["http://127.0.0.1:8080", { kind: "remote", url: "http://127.0.0.1:8080", origin: "http://127.0.0.1:8080" }],
  ["http://localhost:1/x", { kind: "remote", url: "http://localhost:1/x", origin: "http://localhost:1" }],
  ["http://[::1]:9", { kind: "remote", url: "http://[::1]:9", origin: "http://[::1]:9" }],
  ["sample:", { kind: "sample" }],
  ["http://trace.wandb.ai", "notHttps"],
  ["http://127.0.0.1.evil.example", "notHttps"],
  ["http://localhost.evil.example", "notHttps"],
  ["https://me:secret@host", "userInfo"],
  ["https://host?x=1", "queryOrFragment"],
  ["https://host#x", "queryOrFragment"],
  ["trace.wandb.ai", "notAUrl"],
  ["ftp://host", "notAUrl"],
  ["file:///etc/passwd", "notAUrl"],
  ["sample:other", "notAUrl"],
  ["", "notAUrl"],
];
for (const [text, address] of addresses) {
  test(`the URL ${JSON.stringify(text)} is parsed as ${JSON.stringify(address)}`, () =>
    assert.deepEqual(parseServiceAddress(text), address));
}

test("keys are created on the web app of the trace service", () => {
  assert.equal(keyPage("https://trace.wandb.ai"), "https://forge.coreweave.com/settings");
  assert.equal(keyPage("https://weave.corp.example/traces"), "https://weave.corp.example/authorize");
  assert.equal(keyPage("https://weave.corp.example"), "https://weave.corp.example/authorize");
});
