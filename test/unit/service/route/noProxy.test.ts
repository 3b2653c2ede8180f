import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { exceptionsOf, isException } from "../../../../src/service/route/noProxy.ts";

type Case = readonly [entry: string, origin: string, excepted: boolean];

const cases: readonly Case[] = [
  ["weave.example", "https://weave.example", true],
  ["WEAVE.Example", "https://weave.example", true],
  [" weave.example ", "https://weave.example", true],
  ["weave.example.", "https://weave.example", true],
  ["weave.example", "https://weave.example.", true],
  ["weave.example", "https://other.example", false],
  ["weave.example", "https://notweave.example", false],
  ["weave.example", "https://weave.example.org", false],
  ["example", "https://weave.example", true],
  [".example", "https://weave.example", true],
  [".weave.example", "https://weave.example", true],
  [".eave.example", "https://weave.example", false],
  ["*.example", "https://weave.example", true],
  ["*.example", "https://a.weave.example", true],
  ["*.weave.example", "https://weave.example", false],
  ["*.weave.example", "https://notweave.example", false],
  ["*", "https://weave.example", true],
  ["*", "https://[2001:db8::1]", true],
  ["weave.example:443", "https://weave.example", true],
  ["weave.example:443", "https://weave.example:8443", false],
  ["weave.example:8443", "https://weave.example:8443", true],
  [".example:8443", "https://weave.example:8443", true],
  ["*.example:8443", "https://weave.example", false],
  ["weave.example:", "https://weave.example", false],
  ["10.1.2.3", "https://10.1.2.3", true],
  ["10.1.2.3:8443", "https://10.1.2.3:8443", true],
  ["10.1.2.3:8443", "https://10.1.2.3", false],
  ["10.1.2.4", "https://10.1.2.3", false],
  ["2.3", "https://10.1.2.3", false],
  ["2001:db8::1", "https://[2001:db8::1]", true],
  ["2001:0DB8:0:0:0:0:0:1", "https://[2001:db8::1]", true],
  ["[2001:db8::1]", "https://[2001:db8::1]:8443", true],
  ["[2001:db8::1]:8443", "https://[2001:db8::1]:8443", true],
  ["[2001:db8::1]:8443", "https://[2001:db8::1]", false],
  ["2001:db8::2", "https://[2001:db8::1]", false],
  ["10.0.0.0/8", "https://10.200.2.3", true],
  ["10.0.0.0/8", "https://11.0.0.1", false],
  ["10.1.2.3/32", "https://10.1.2.3", true],
  ["0.0.0.0/0", "https://10.1.2.3", true],
  ["0.0.0.0/0", "https://weave.example", false],
  ["2001:db8::/32", "https://[2001:db8:1::5]", true],
  ["[2001:db8::]/32", "https://[2001:db8:1::5]", true],
  ["2001:db8::/32", "https://[2001:db9::1]", false],
  ["10.0.0.0/33", "https://10.0.0.1", false],
  ["10.0.0.0/-1", "https://10.0.0.1", false],
  ["10.0.0.0/", "https://10.0.0.1", false],
  ["weave.example/8", "https://weave.example", false],
  ["", "https://weave.example", false],
  [".", "https://weave.example", false],
  [":443", "https://weave.example", false],
  ["https://weave.example", "https://weave.example", true],
  ["http://weave.example:8443/", "https://weave.example:8443", true],
  ["weave.example/", "https://weave.example", true],
  ["*eave.example", "https://weave.example", true],
  ["*eave.example", "https://weave.example.org", false],
  ["weave.*.example", "https://weave.eu.example", true],
  ["10.1.*", "https://10.1.2.3", true],
  ["10.1.*", "https://10.12.2.3", false],
  ["<local>", "https://weave", true],
  ["<local>", "https://weave.example", false],
  ["<local>", "https://[2001:db8::1]", false],
];

function isExcepted(entries: readonly string[], origin: string): boolean {
  const { hostname, port } = new URL(origin);
  return isException(entries, hostname, port || "443");
}

for (const [entry, origin, excepted] of cases) {
  test(`${JSON.stringify(entry)} ${excepted ? "matches" : "does not match"} ${origin}`, () => {
    assert.equal(isExcepted([entry], origin), excepted);
    assert.equal(isExcepted(["unrelated.invalid", entry], origin), excepted);
  });
}

const label = fc.stringMatching(/^[a-z][a-z0-9]{0,8}$/);
const host = fc.array(label, { minLength: 1, maxLength: 4 }).map((labels) => labels.join("."));

test("an entry with a host matches it and its subdomains, in any form", () => {
  fc.assert(
    fc.property(host, label, (name, below) => {
      for (const entry of [name, `.${name}`, name.toUpperCase(), `${name}:443`]) {
        assert.ok(isException([entry], name, "443"), entry);
        assert.ok(isException([entry], `${below}.${name}`, "443"), entry);
        assert.ok(!isException([entry], `x${name}`, "443"), entry);
      }
      assert.ok(!isException([`${name}:8443`], name, "443"));
    }),
  );
});

test("a range matches exactly the addresses that start with its bits", () => {
  const number = (address: string) => address.split(".").reduce((sum, part) => sum * 256 + Number(part), 0);
  fc.assert(
    fc.property(fc.ipV4(), fc.ipV4(), fc.integer({ min: 0, max: 32 }), (range, address, bits) => {
      const size = 2 ** (32 - bits);
      const within = Math.floor(number(range) / size) === Math.floor(number(address) / size);
      assert.equal(isException([`${range}/${bits}`], address, "443"), within);
      assert.ok(isException([`${range}/${bits}`], range, "443"));
    }),
  );
});

test("any text in the list is accepted", () => {
  fc.assert(
    fc.property(fc.array(fc.string({ unit: "binary" })), fc.oneof(host, fc.ipV4(), fc.ipV6()), (entries, name) => {
      assert.equal(typeof isException(entries, name, "443"), "boolean");
    }),
  );
});

test("NO_PROXY is separated by commas or spaces", () => {
  assert.deepEqual(exceptionsOf(" a.example; .b.example,,10.0.0.0/8 c:80\t"), [
    "a.example",
    ".b.example",
    "10.0.0.0/8",
    "c:80",
  ]);
  assert.deepEqual(exceptionsOf(""), []);
});
