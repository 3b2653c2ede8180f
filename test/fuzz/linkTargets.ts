import assert from "node:assert/strict";
import fc from "fast-check";
import { linksIn, readTextLink } from "../../src/core/links/textLinks.ts";
import { threadKey } from "../../src/core/query/conversationKey.ts";
import { type LinkTarget, readWeaveRef } from "../../src/core/query/linkTarget.ts";
import { anyVersion, opRef, parseOpRef } from "../../src/core/query/opRef.ts";
import { parseProjectId } from "../../src/core/query/projectId.ts";
import { readPasted, readPastedForKey, webAppsOf } from "../../src/core/session/pastedAddress.ts";
import { readWebLink, webAddress } from "../../src/core/session/webAddress.ts";
import { isLoopback, publicServiceUrl, publicWebUrls } from "../../src/core/settings/serviceUrl.ts";
import { mutatedText, plain, textOf } from "./anyText.ts";
import { untrustedName as name, project } from "./linkNames.ts";
import { target } from "./target.ts";

const own = "https://weave.example.com:8443/app";
const bases = [own, ...publicWebUrls, "http://localhost:3000"] as const;

const targets = fc.oneof<fc.Arbitrary<LinkTarget>[]>(
  plain({ kind: fc.constantFrom("project" as const, "threads" as const), project }),
  plain({ kind: fc.constant("thread" as const), project, conversation: name.map(threadKey) }),
  plain({ kind: fc.constant("call" as const), project, callId: name }),
  plain({ kind: fc.constantFrom("op" as const, "object" as const), project, name, version: name }),
);
const pages = fc.tuple(fc.constantFrom(...bases), targets).map(([base, to]) => webAddress(base, to) ?? base);
export const addressFragments = [
  ...bases,
  ..."https:// http:// wandb.ai weave.example.com evil.example 127.0.0.1:80 localhost @ : :8443".split(" "),
  ..."user:key@ \\ / // . .. %2F %2e%2e % ?peekPath= ? # &amp; \t \n a/b/weave/ threads/t calls/c".split(" "),
  ..."/r/call/c weave:/// a/b/op/n:v traces ｗandb。ai".split(" "),
];
const addresses = fc.oneof(mutatedText(pages, fc.constantFrom(...addressFragments, "")), textOf(addressFragments, 8));

const hostsOf = (base: string) => [base, ...publicWebUrls].map((url) => new URL(url).host);

function checkTarget(found: LinkTarget): void {
  assert.equal(parseProjectId(found.project), found.project);
  const rest = Object.values(found).slice(2);
  assert.ok(rest.every((part) => part !== ""));
}

interface Address {
  readonly base: string;
  readonly text: string;
}

const base = fc.constantFrom(...bases);

export const webLinkTarget = target<Address>("URLs of the web app", {
  share: 3,
  inputs: plain({ base, text: addresses }),
  outcome: ({ base, text }) => readWebLink(base, text),
  holds: ({ base, text }, skip) => {
    const found = readWebLink(base, text);
    if (found === null) return skip();
    checkTarget(found);
    const { host, username, password, protocol } = new URL(text);
    assert.ok(hostsOf(base).includes(host), host);
    assert.equal(username + password, "");
    assert.equal(protocol === "https:" || isLoopback(new URL(text).hostname), true);
    const again = webAddress(base, found);
    if (again !== null) assert.deepEqual(readWebLink(base, again), found);
  },
  found: [],
});

export const webAddressTarget = target<{ readonly base: string; readonly to: LinkTarget }>("pages of the web app", {
  share: 3,
  inputs: plain({ base, to: targets }),
  outcome: ({ base, to }) => webAddress(base, to),
  holds: ({ base, to }, skip) => {
    const address = webAddress(base, to);
    if (address === null) return skip();
    assert.equal(new URL(address).href, address);
    assert.ok(address.startsWith(`${base}/`));
    assert.deepEqual(readWebLink(base, address), to);
    // It is found in a text as it is.
    const [link, ...others] = linksIn(`(see ${address}).`, base);
    assert.deepEqual([link?.text, others.length], [address, 0]);
  },
  found: [],
});

const texts = fc
  .array(fc.oneof(addresses, fc.constantFrom(" ", "\n", ",", ").", "**", "_", "“", "(", "[x](", "\\n", "&quot;")), {
    maxLength: 5,
  })
  .map((pieces) => pieces.join(""));

export const textLinkTarget = target<Address>("links in a text", {
  share: 3,
  inputs: plain({ base, text: texts }),
  outcome: ({ base, text }) => linksIn(text, base),
  holds: ({ base, text }) => {
    let last = 0;
    for (const link of linksIn(text, base)) {
      assert.ok(last <= link.start && link.start < link.end && link.end <= text.length);
      last = link.end;
      const written = text.slice(link.start, link.end);
      assert.equal(link.text, link.web ? written.replaceAll("&amp;", "&") : written);
      assert.deepEqual(readTextLink(link.text, base), link.target);
      assert.ok(link.web ? hostsOf(base).includes(new URL(link.text).host) : readWeaveRef(link.text) !== null);
      checkTarget(link.target);
    }
  },
  found: [],
});

const apps = webAppsOf([{ url: `${own}/traces`, origin: new URL(own).origin }], "");

export const pastedTarget = target<string>("pasted addresses", {
  share: 3,
  inputs: addresses,
  outcome: (text) => readPasted(text, apps),
  holds: (text, skip) => {
    const read = readPasted(text, apps);
    const forKey = readPastedForKey(text, apps);
    assert.ok(forKey === null || typeof forKey === "string" || typeof read === "object");
    if (read === null || typeof read === "string") return skip();
    const { service, project } = read;
    const { origin, protocol, hostname, username, password, search, hash } = new URL(service.url);
    assert.equal(service.origin, origin);
    assert.ok(protocol === "https:" || isLoopback(hostname));
    assert.equal(username + password + search + hash, "");
    // A key goes to the typed host, or from W&B's own hosts to its service.
    // A `URL` leaves out line breaks and tabs.
    const [address = ""] = text
      .trim()
      .replace(/[\t\r\n]/g, "")
      .split(/[?#]/);
    const typed = new URL(/^https?:/i.test(address) ? address : `https://${address}`).host;
    const isPublic = /^(?:(?:trace|api|www)\.)?wandb\.ai$|^forge\.coreweave\.com$/.test(typed);
    assert.ok(
      new URL(service.url).host.split(":")[0] === typed.split(":")[0] || (isPublic && service.url === publicServiceUrl),
    );
    if (project !== null) assert.equal(parseProjectId(project), project);
  },
  found: [],
});

const refs = fc.oneof(
  targets.map((to) => {
    const id =
      "threadId" in to ? to.threadId : "callId" in to ? to.callId : "name" in to ? `${to.name}:${to.version}` : "";
    return `weave:///${to.project}/${to.kind}/${id}`;
  }),
  textOf(["weave:///", "a", "/", "op", "call", "object", ":", "*", "%2F", "%", "v1", "thread"], 10),
);

export const refTarget = target<string>("refs", {
  share: 3,
  inputs: refs,
  outcome: readWeaveRef,
  holds: (text) => {
    const found = readWeaveRef(text);
    if (found !== null) checkTarget(found);
    const op = parseOpRef(text);
    if (op !== undefined) {
      const made = opRef(
        op.version === null ? op.name : `${op.name}:${op.version}`,
        parseProjectId(op.project) ?? "a/b",
      );
      if (made !== undefined && parseProjectId(op.project) === op.project && !op.name.startsWith("weave:"))
        assert.equal(made, text);
    }
    assert.equal(anyVersion(anyVersion(text)), anyVersion(text));
  },
  found: [],
});
